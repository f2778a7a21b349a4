package eu.callorders.server.worker;

import static eu.callorders.server.worker.WorkLoopFixture.FOREVER;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class WorkLoopTest {
  @AutoClose private final WorkLoopFixture fixture = new WorkLoopFixture();
  private final Vertx vertx = fixture.vertx;
  private final AtomicInteger rounds = fixture.rounds;

  @Test
  void continuesWhileThereIsWork() throws Exception {
    String id = fixture.deploy(() -> rounds.get() < 5 ? Duration.ZERO : FOREVER);

    fixture.awaitRounds(5);
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

    fixture.deploy(late, Duration.ZERO, () -> FOREVER);

    fixture.awaitRounds(1);
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
    fixture.deploy(
        () -> {
          starts.add(System.nanoTime());
          return pause;
        });

    fixture.awaitRounds(4);

    assertThat(starts.get(2) - starts.get(0)).isGreaterThan(pause.toNanos());
  }

  @Test
  void wakesByName() throws Exception {
    fixture.deploy(() -> FOREVER);
    fixture.awaitRounds(1);

    WorkLoop.wake(vertx, "other");
    WorkLoop.wake(vertx, "work");

    fixture.awaitRounds(1);
    assertThat(rounds).hasValue(2);
  }

  @Test
  void ignoresWakeUpsWhileItRests() throws Exception {
    Duration rest = Duration.ofMillis(100);
    List<Long> starts = new CopyOnWriteArrayList<>();
    fixture.deploy(
        rest,
        () -> {
          starts.add(System.nanoTime());
          return FOREVER;
        });
    for (int round = 0; round < 3; round++) {
      fixture.awaitRounds(1);
      WorkLoop.wake(vertx, "work");
    }

    assertThat(starts.get(1) - starts.get(0)).isGreaterThan(rest.toNanos());
  }

  @Test
  void restsNoLongerThanTheReturnedTime() throws Exception {
    fixture.deploy(FOREVER, () -> Duration.ofMillis(1));

    fixture.awaitRounds(3);
  }

  @Test
  void stopsWhileItRests() throws Exception {
    String id = fixture.deploy(FOREVER, () -> FOREVER.plusDays(1));
    fixture.awaitRounds(1);

    vertx.undeploy(id).await();

    assertThat(rounds).hasValue(1);
  }

  @Test
  void runsAgainWhenWokenDuringARound() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    Promise<Void> mayEnd = Promise.promise();
    fixture.deploy(
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

    fixture.awaitRounds(2);
  }

  @Test
  void continuesAfterCheckedAndUncheckedExceptions() throws Exception {
    fixture.deploy(
        () ->
            switch (rounds.get()) {
              case 1 -> throw new IllegalStateException("unchecked");
              case 2 -> Future.<Duration>failedFuture(new ConnectException("checked")).await();
              default -> FOREVER;
            });

    fixture.awaitRounds(3);
  }

  @Test
  void continuesAfterAnError() throws Exception {
    fixture.deploy(
        () -> {
          if (rounds.get() == 1) {
            throw new StackOverflowError("for the test");
          }
          return FOREVER;
        });

    fixture.awaitRounds(2);
  }

  @Test
  void stopsAfterTheCurrentRound() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    Promise<Void> mayEnd = Promise.promise();
    List<String> ends = new CopyOnWriteArrayList<>();
    String id =
        fixture.deploy(
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
    String id = fixture.deploy(() -> FOREVER);
    fixture.awaitRounds(1);

    vertx.undeploy(id).await();

    assertThat(rounds).hasValue(1);
  }
}
