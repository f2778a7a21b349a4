package eu.callorders.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.BlockedLog;
import eu.callorders.server.TestNode;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.LoopActivity;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopWatchdogTest {
  private static final LoopWatchdogPolicy SOON =
      new LoopWatchdogPolicy(
          Duration.ofMillis(50),
          Duration.ofMillis(200),
          Duration.ofMillis(400),
          Duration.ofMillis(800));

  /** Does not exit even if a busy machine starves a thread. */
  private static final LoopWatchdogPolicy NO_EXIT =
      new LoopWatchdogPolicy(
          Duration.ofMillis(50),
          Duration.ofMillis(200),
          Duration.ofMillis(400),
          Duration.ofHours(1));

  private static final long CHECKS_BEYOND_EXIT = 2 * SOON.exit().dividedBy(SOON.tick());

  private final Vertx vertx = Vertx.vertx();
  private final CountDownLatch exited = new CountDownLatch(1);
  private final AtomicBoolean blocked = new AtomicBoolean(true);

  @AfterEach
  void close() {
    blocked.set(false);
    TestNode.await(vertx.close());
  }

  /** Starts a loop whose second round blocks and ignores interrupts. */
  private void startStuckLoop() {
    AtomicInteger rounds = new AtomicInteger();
    WorkLoop.start(
        vertx,
        "stuck",
        () -> {
          while (rounds.getAndIncrement() > 0 && blocked.get()) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
          }
          return Duration.ofMillis(1);
        });
  }

  @Test
  void exitsWhenALoopIgnoresItsInterrupt() throws Exception {
    startStuckLoop();

    try (LoopWatchdog _ = LoopWatchdog.start(vertx, SOON, exited::countDown)) {
      assertThat(exited.await(2, TimeUnit.MINUTES)).isTrue();
      assertThat(stalledLoops()).isEqualTo("stuck");
    }
  }

  @Test
  void exitsWhileTheLogBlocks() throws Exception {
    startStuckLoop();

    try (BlockedLog log = BlockedLog.of(LoopWatchdog.class);
        LoopWatchdog _ = LoopWatchdog.start(vertx, SOON, exited::countDown)) {
      log.awaitBlocked();
      assertThat(exited.await(2, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void continuesAfterInternalFailure() throws Exception {
    startStuckLoop();
    AtomicInteger exits = new AtomicInteger();
    Runnable exit =
        () -> {
          if (exits.getAndIncrement() == 0) {
            throw new IllegalStateException("for the test");
          }
          exited.countDown();
        };

    try (LoopWatchdog _ = LoopWatchdog.start(vertx, SOON, exit)) {
      assertThat(exited.await(2, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void interruptRevivesWaitingLoop() {
    AtomicInteger rounds = new AtomicInteger();
    WorkLoop.start(
        vertx,
        "waiting",
        () -> {
          if (rounds.getAndIncrement() == 0) {
            awaitForever();
          }
          return Duration.ofMillis(10);
        });

    try (LoopWatchdog _ = LoopWatchdog.start(vertx, NO_EXIT, exited::countDown)) {
      Await.until("it works again", () -> rounds.get() > 3);
      Await.until("that is noticed", () -> stalledLoops().isEmpty());
      assertThat(exited.getCount()).isEqualTo(1);
    }
  }

  /**
   * A sleeping loop, and one with a series of short waits, do not count as stalled. The checks come
   * after each wait and state an interval, so that a slow machine stalls no loop.
   */
  @Test
  void ignoresLoopsThatSleepOrProgress() {
    WorkLoop.start(vertx, "asleep", () -> Duration.ofDays(1));
    AtomicInteger waits = new AtomicInteger();
    WorkLoop.start(
        vertx,
        "busy",
        () -> {
          while (blocked.get()) {
            Promise<Void> turn = Promise.promise();
            vertx.setTimer(1, ignored -> turn.complete());
            BoundedWait.await(turn.future());
            waits.incrementAndGet();
          }
          return Duration.ofDays(1);
        });
    Await.until("one loop sleeps", () -> Loops.of(vertx).stream().anyMatch(this::isAsleep));

    try (LoopWatchdog watchdog = new LoopWatchdog(vertx, SOON, exited::countDown)) {
      for (int check = 0; check < CHECKS_BEYOND_EXIT; check++) {
        int next = waits.get() + 2; // the end of one wait may be counted late
        Await.until("another wait", () -> waits.get() >= next);
        watchdog.check(SOON.tick(), System.nanoTime());
        assertThat(stalledLoops()).isEmpty();
      }
      assertThat(exited.getCount()).isEqualTo(1);
    }
  }

  private boolean isAsleep(LoopActivity loop) {
    return loop.name().equals("asleep") && loop.isResting(System.nanoTime());
  }

  private static void awaitForever() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String stalledLoops() {
    return String.join(
        ",",
        Loops.of(vertx).stream().filter(LoopActivity::isStalled).map(LoopActivity::name).toList());
  }
}
