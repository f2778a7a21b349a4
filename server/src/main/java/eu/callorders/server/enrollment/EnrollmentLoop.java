package eu.callorders.server.enrollment;

import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import java.time.Duration;

/** This node's loop that advances enrollments. */
public final class EnrollmentLoop {
  private static final String NAME = "sequence-engine";

  /** Poll interval for work of other nodes, which cannot wake this loop. */
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  /** Minimum interval between two runs, since every signal wakes the loop. */
  private static final Duration MIN_INTERVAL = Duration.ofMillis(10);

  private EnrollmentLoop() {}

  /** Wakes the loop after a signal, the end of an order, a resume or a clock advance. */
  public static void wake(Vertx vertx) {
    WorkLoop.wake(vertx, NAME);
  }

  /**
   * Starts the loop.
   *
   * @param advanced runs after enrollments have advanced and plans their new orders
   */
  public static WorkLoop.Handle start(Vertx vertx, SequenceEngine engine, Runnable advanced) {
    return WorkLoop.start(vertx, NAME, MIN_INTERVAL, () -> run(engine, advanced));
  }

  /** Reads the next due time before working, so that what falls due meanwhile is not missed. */
  private static Duration run(SequenceEngine engine, Runnable advanced) {
    long startedAt = System.nanoTime();
    Duration next =
        engine
            .untilNextDue()
            .filter(until -> until.compareTo(POLL_INTERVAL) < 0)
            .orElse(POLL_INTERVAL);
    if (engine.runOnce() > 0) {
      advanced.run();
      return Duration.ZERO;
    }
    Duration left = next.minusNanos(System.nanoTime() - startedAt);
    return left.isPositive() ? left : Duration.ZERO;
  }
}
