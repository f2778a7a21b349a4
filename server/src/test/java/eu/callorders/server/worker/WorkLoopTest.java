package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.concurrent.ReportedElsewhere;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class WorkLoopTest {
  private static final Duration FOREVER = Duration.ofDays(1);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger rounds = new AtomicInteger();
  private final Semaphore worked = new Semaphore(0);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void continuesWhileThereIsWork() throws Exception {
    String id = deploy(() -> rounds.get() < 5 ? Duration.ZERO : FOREVER);

    awaitRounds(5);
    vertx.undeploy(id).await();

    assertThat(rounds).hasValue(5);
  }

  /** A blocking first round would prevent the completion of its own deployment. */
  @Test
  void startsOnlyAfterDeployment() throws Exception {
    AtomicInteger roundsAtDeployment = new AtomicInteger(-1);
    Vertx late =
        deploying(
            id -> whenContextIsFree(id).onSuccess(ignored -> roundsAtDeployment.set(rounds.get())));

    deploy(late, Duration.ZERO, () -> FOREVER);

    awaitRounds(1);
    assertThat(roundsAtDeployment).hasValue(0);
  }

  /** A Vert.x whose deployments complete only after another step. */
  private Vertx deploying(Function<String, Future<String>> step) {
    return (Vertx)
        Proxy.newProxyInstance(
            Vertx.class.getClassLoader(),
            new Class<?>[] {Vertx.class},
            (proxy, method, arguments) ->
                method.getName().equals("deployVerticle")
                    ? vertx
                        .deployVerticle((Deployable) arguments[0], (DeploymentOptions) arguments[1])
                        .compose(step)
                    : method.invoke(vertx, arguments));
  }

  /** Completes after the pending tasks of the deployment's context. */
  private Future<String> whenContextIsFree(String deployment) {
    Promise<String> free = Promise.promise();
    ((VertxInternal) vertx)
        .deploymentManager()
        .deployment(deployment)
        .deployment()
        .contexts()
        .forEach(context -> context.runOnContext(ignored -> free.tryComplete(deployment)));
    return free.future();
  }

  @Test
  void sleepsForTheReturnedTime() throws Exception {
    Duration pause = Duration.ofMillis(50);
    List<Long> starts = new CopyOnWriteArrayList<>();
    deploy(
        () -> {
          starts.add(System.nanoTime());
          return pause;
        });

    awaitRounds(4);

    assertThat(starts.get(2) - starts.get(0)).isGreaterThan(pause.toNanos());
  }

  @Test
  void wakesByName() throws Exception {
    deploy(() -> FOREVER);
    awaitRounds(1);

    WorkLoop.wake(vertx, "other");
    WorkLoop.wake(vertx, "work");

    awaitRounds(1);
    assertThat(rounds).hasValue(2);
  }

  @Test
  void ignoresWakeUpsWhileItRests() throws Exception {
    Duration rest = Duration.ofMillis(100);
    List<Long> starts = new CopyOnWriteArrayList<>();
    deploy(
        rest,
        () -> {
          starts.add(System.nanoTime());
          return FOREVER;
        });
    for (int round = 0; round < 3; round++) {
      awaitRounds(1);
      WorkLoop.wake(vertx, "work");
    }

    assertThat(starts.get(1) - starts.get(0)).isGreaterThan(rest.toNanos());
  }

  @Test
  void restsNoLongerThanTheReturnedTime() throws Exception {
    deploy(FOREVER, () -> Duration.ofMillis(1));

    awaitRounds(3);
  }

  @Test
  void stopsWhileItRests() throws Exception {
    String id = deploy(FOREVER, () -> FOREVER.plusDays(1));
    awaitRounds(1);

    vertx.undeploy(id).await();

    assertThat(rounds).hasValue(1);
  }

  @Test
  void runsAgainWhenWokenDuringARound() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    Promise<Void> mayEnd = Promise.promise();
    deploy(
        () -> {
          if (rounds.get() == 1) {
            working.countDown();
            mayEnd.future().await();
          }
          return FOREVER;
        });
    working.await();

    WorkLoop.wake(vertx, "work");
    mayEnd.complete();

    awaitRounds(2);
  }

  @Test
  void continuesAfterCheckedAndUncheckedExceptions() throws Exception {
    deploy(
        () ->
            switch (rounds.get()) {
              case 1 -> throw new IllegalStateException("unchecked");
              case 2 -> Future.<Duration>failedFuture(new ConnectException("checked")).await();
              default -> FOREVER;
            });

    awaitRounds(3);
  }

  @Test
  void continuesAfterAnError() throws Exception {
    deploy(
        () -> {
          if (rounds.get() == 1) {
            throw new StackOverflowError("for the test");
          }
          return FOREVER;
        });

    awaitRounds(2);
  }

  @Test
  void countsAsFailingUntilARoundSucceeds() {
    AtomicBoolean fails = new AtomicBoolean(true);
    deploy(
        () -> {
          if (fails.get()) {
            throw new IllegalStateException("for the test");
          }
          return FOREVER;
        });

    Await.until("it is failing", () -> !failing().isZero());
    fails.set(false);
    Await.until("it works again", () -> failing().isZero());
  }

  @Test
  void ignoresFailuresReportedElsewhere() throws Exception {
    deploy(
        () -> {
          throw new IllegalStateException(new Away());
        });

    awaitRounds(3);

    assertThat(failing()).isZero();
  }

  /** Without a pause the loop would occupy a processor. */
  @Test
  void countsAsFailingWhilePausesFail() {
    Duration tooLong = Duration.ofSeconds(Long.MAX_VALUE);
    List<Long> starts = new CopyOnWriteArrayList<>();
    deploy(
        () -> {
          starts.add(System.nanoTime());
          return tooLong;
        });

    Await.until("four rounds have started", () -> starts.size() >= 4);

    assertThat(failing()).isPositive();
    assertThat(Duration.ofNanos(starts.get(3) - starts.get(0)))
        .isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void countsRoundsAndTheirTimeWithoutPauses() {
    Duration work = Duration.ofMillis(20);
    long begin = System.nanoTime();
    deploy(
        () -> {
          BoundedWait.completes(Promise.promise().future(), work);
          if (rounds.get() == 1) { // the loop pauses for half a second
            throw new IllegalStateException("for the test");
          }
          return rounds.get() < 3 ? Duration.ZERO : FOREVER;
        });

    Await.until("three rounds have ended", () -> activity().rounds() == 3);

    Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(activity().failedRounds()).isEqualTo(1);
    assertThat(activity().timeInRounds())
        .isBetween(work.multipliedBy(3), elapsed.minus(Duration.ofMillis(500)));
  }

  private Duration failing() {
    return activity().failingFor(System.nanoTime());
  }

  private LoopActivity activity() {
    return Loops.of(vertx).getFirst();
  }

  private static final class Away extends RuntimeException implements ReportedElsewhere {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void stopsAfterTheCurrentRound() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    Promise<Void> mayEnd = Promise.promise();
    List<String> ends = new CopyOnWriteArrayList<>();
    String id =
        deploy(
            () -> {
              working.countDown();
              mayEnd.future().await();
              ends.add("round");
              return Duration.ZERO;
            });
    working.await();

    Future<Void> stopped = vertx.undeploy(id).onComplete(done -> ends.add("loop"));
    mayEnd.complete();
    stopped.await();

    // More rounds may start before the request to stop arrives, but none afterwards.
    assertThat(ends.getFirst()).isEqualTo("round");
    assertThat(ends.indexOf("loop")).isEqualTo(ends.size() - 1);
  }

  @Test
  void stopsWhileItSleeps() throws Exception {
    String id = deploy(() -> FOREVER);
    awaitRounds(1);

    vertx.undeploy(id).await();

    assertThat(rounds).hasValue(1);
  }

  private String deploy(WorkLoop.LoopTask work) {
    return deploy(Duration.ZERO, work);
  }

  private String deploy(Duration rest, WorkLoop.LoopTask work) {
    return deploy(vertx, rest, work);
  }

  private String deploy(Vertx target, Duration rest, WorkLoop.LoopTask work) {
    return WorkLoop.start(
            target,
            "work",
            rest,
            () -> {
              rounds.incrementAndGet();
              worked.release();
              return work.runOnce();
            })
        .deployment();
  }

  private void awaitRounds(int count) throws InterruptedException {
    assertThat(worked.tryAcquire(count, 1, TimeUnit.MINUTES)).isTrue();
  }
}
