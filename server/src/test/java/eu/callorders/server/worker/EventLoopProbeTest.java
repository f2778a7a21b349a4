package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.server.concurrent.LoopActivity;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLoopProbeTest {
  private static final LoopWatchdogPolicy SOON =
      new LoopWatchdogPolicy(
          Duration.ofMillis(50),
          Duration.ofMillis(1_500),
          Duration.ofMillis(2_000),
          Duration.ofMillis(2_500));

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch exited = new CountDownLatch(1);

  @AfterEach
  void close() {
    release.countDown();
    TestNode.await(vertx.close());
  }

  private void block() {
    boolean released = false;
    while (!released) { // ignores the watchdog's interrupt
      try {
        released = release.await(5, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        released = release.getCount() == 0;
      }
    }
  }

  @Test
  void blockedEventLoopEndsTheProcess() throws Exception {
    EventLoopProbe.start(vertx);
    vertx.runOnContext(ignored -> block());

    try (LoopWatchdog _ = LoopWatchdog.start(vertx, SOON, exited::countDown)) {
      assertThat(exited.await(2, TimeUnit.MINUTES)).isTrue();
      assertThat(Loops.of(vertx).stream().filter(LoopActivity::isStalled))
          .extracting(LoopActivity::name)
          .singleElement()
          .asString()
          .startsWith("event-loop-");
    }
  }

  @Test
  void everyEventLoopRunsRounds() {
    EventLoopProbe.start(vertx);

    List<LoopActivity> loops = Loops.of(vertx);
    assertThat(loops)
        .extracting(LoopActivity::name)
        .containsExactly("acceptor", "event-loop-0", "event-loop-1");
    Await.until("two rounds each", () -> loops.stream().allMatch(loop -> loop.rounds() > 1));
    assertThat(loops).allSatisfy(loop -> assertThat(loop.thread()).isNotNull());
  }
}
