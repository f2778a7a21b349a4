package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
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
import org.junit.jupiter.api.Test;

class WorkLoopTest {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger rounds = new AtomicInteger();
  private final Semaphore worked = new Semaphore(0);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void worksOnWhileThereIsSomeWork() throws Exception {
    String id = deploy(() -> rounds.get() < 5 ? Duration.ZERO : FOR_EVER);

    awaitRounds(5);
    vertx.undeploy(id).await();

    assertThat(rounds).hasValue(5);
  }

  /** A first round that blocks would keep its own deployment from being completed. */
  @Test
  void beginsOnlyOnceItIsDeployed() throws Exception {
    AtomicInteger roundsAtDeployment = new AtomicInteger(-1);
    Vertx late =
        deploying(
            id ->
                whenItsContextIsFree(id)
                    .onSuccess(ignored -> roundsAtDeployment.set(rounds.get())));

    deploy(late, Duration.ZERO, () -> FOR_EVER);

    awaitRounds(1);
    assertThat(roundsAtDeployment).hasValue(0);
  }

  /** A Vertx whose deployments complete only after another step. */
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

  /** Completes after all that the deployment's context has to do by now. */
  private Future<String> whenItsContextIsFree(String deployment) {
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
  void sleepsAsLongAsItsWorkSays() throws Exception {
    Duration pause = Duration.ofMillis(50);
    List<Long> begun = new CopyOnWriteArrayList<>();
    deploy(
        () -> {
          begun.add(System.nanoTime());
          return pause;
        });

    awaitRounds(4);

    assertThat(begun.get(2) - begun.get(0)).isGreaterThan(pause.toNanos());
  }

  @Test
  void isWokenByItsName() throws Exception {
    deploy(() -> FOR_EVER);
    awaitRounds(1);

    WorkLoop.wake(vertx, "other");
    WorkLoop.wake(vertx, "work");

    awaitRounds(1);
    assertThat(rounds).hasValue(2);
  }

  @Test
  void hearsNobodyWhileItRests() throws Exception {
    Duration rest = Duration.ofMillis(100);
    List<Long> begun = new CopyOnWriteArrayList<>();
    deploy(
        rest,
        () -> {
          begun.add(System.nanoTime());
          return FOR_EVER;
        });
    for (int round = 0; round < 3; round++) {
      awaitRounds(1);
      WorkLoop.wake(vertx, "work");
    }

    assertThat(begun.get(1) - begun.get(0)).isGreaterThan(rest.toNanos());
  }

  @Test
  void restsNoLongerThanItsWorkSays() throws Exception {
    deploy(FOR_EVER, () -> Duration.ofMillis(1));

    awaitRounds(3);
  }

  @Test
  void endsWhileItRests() throws Exception {
    String id = deploy(FOR_EVER, () -> FOR_EVER.plusDays(1));
    awaitRounds(1);

    vertx.undeploy(id).await();

    assertThat(rounds).hasValue(1);
  }

  @Test
  void worksOnceMoreWhenItIsWokenWhileItWorks() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    Promise<Void> mayEnd = Promise.promise();
    deploy(
        () -> {
          if (rounds.get() == 1) {
            working.countDown();
            mayEnd.future().await();
          }
          return FOR_EVER;
        });
    working.await();

    WorkLoop.wake(vertx, "work");
    mayEnd.complete();

    awaitRounds(2);
  }

  @Test
  void goesOnAfterAnExceptionWhetherDeclaredOrNot() throws Exception {
    deploy(
        () ->
            switch (rounds.get()) {
              case 1 -> throw new IllegalStateException("unchecked");
              case 2 -> Future.<Duration>failedFuture(new ConnectException("checked")).await();
              default -> FOR_EVER;
            });

    awaitRounds(3);
  }

  @Test
  void goesOnAfterAnError() throws Exception {
    deploy(
        () -> {
          if (rounds.get() == 1) {
            throw new StackOverflowError("for the test");
          }
          return FOR_EVER;
        });

    awaitRounds(2);
  }

  @Test
  void isFailingUntilARoundSucceeds() {
    AtomicBoolean fails = new AtomicBoolean(true);
    deploy(
        () -> {
          if (fails.get()) {
            throw new IllegalStateException("for the test");
          }
          return FOR_EVER;
        });

    Await.until("it is failing", () -> !failing().isZero());
    fails.set(false);
    Await.until("it works again", () -> failing().isZero());
  }

  @Test
  void doesNotCountWhatIsReportedElsewhere() throws Exception {
    deploy(
        () -> {
          throw new IllegalStateException(new Away());
        });

    awaitRounds(3);

    assertThat(failing()).isZero();
  }

  /** Without a pause after it the loop would take a processor for itself. */
  @Test
  void isFailingWhileItsPausesFail() {
    Duration tooLong = Duration.ofSeconds(Long.MAX_VALUE);
    List<Long> begun = new CopyOnWriteArrayList<>();
    deploy(
        () -> {
          begun.add(System.nanoTime());
          return tooLong;
        });

    Await.until("four rounds have begun", () -> begun.size() >= 4);

    assertThat(failing()).isPositive();
    assertThat(Duration.ofNanos(begun.get(3) - begun.get(0))).isGreaterThan(Duration.ofSeconds(1));
  }

  private Duration failing() {
    return Loops.of(vertx).getFirst().failingFor(System.nanoTime());
  }

  private static final class Away extends RuntimeException implements ReportedElsewhere {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void endsAfterTheRoundThatItIsIn() throws Exception {
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

    // More rounds may have begun before the wish to stop has reached the loop, but none after.
    assertThat(ends.getFirst()).isEqualTo("round");
    assertThat(ends.indexOf("loop")).isEqualTo(ends.size() - 1);
  }

  @Test
  void endsWhileItSleeps() throws Exception {
    String id = deploy(() -> FOR_EVER);
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

  private String deploy(Vertx on, Duration rest, WorkLoop.LoopTask work) {
    return WorkLoop.start(
            on,
            "work",
            rest,
            () -> {
              rounds.incrementAndGet();
              worked.release();
              return work.runOnce();
            })
        .deployment();
  }

  private void awaitRounds(int more) throws InterruptedException {
    assertThat(worked.tryAcquire(more, 1, TimeUnit.MINUTES)).isTrue();
  }
}
