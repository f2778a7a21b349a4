package eu.callorders.server.enrollment;

import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The loop of this node that carries enrollments on. */
public final class EnrollmentLoop {
  private static final String NAME = "sequence-engine";

  /** How long work of another node, which wakes nobody here, may lie unseen. */
  private static final Duration LOOK_AROUND = Duration.ofMillis(500);

  /** It is rung for by every signal; one look serves many. */
  private static final Duration REST = Duration.ofMillis(10);

  private EnrollmentLoop() {}

  /** Wakes it: after a signal, an end of an order, a resumption, or when a clock has moved. */
  public static void wake(Vertx vertx) {
    WorkLoop.wake(vertx, NAME);
  }

  /**
   * Starts it.
   *
   * @param moved run when enrollments have been carried on, so that new orders are planned
   */
  public static WorkLoop.Handle start(Vertx vertx, SequenceEngine engine, Runnable moved) {
    return WorkLoop.start(vertx, NAME, REST, () -> run(engine, moved));
  }

  /** Asked before it works: what falls due in between is not slept over. */
  private static Duration run(SequenceEngine engine, Runnable moved) {
    long asked = System.nanoTime();
    Duration next =
        engine.untilNextDue().filter(until -> until.compareTo(LOOK_AROUND) < 0).orElse(LOOK_AROUND);
    if (engine.runOnce() > 0) {
      moved.run();
      return Duration.ZERO;
    }
    Duration left = next.minusNanos(System.nanoTime() - asked);
    return left.isPositive() ? left : Duration.ZERO;
  }
}
