package eu.callorders.server.dial;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The one place that looks at something over and over, up to a deadline. */
final class Await {
  private static final Duration DEADLINE = Duration.ofSeconds(120);
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private Await() {}

  /** Waits until it holds, two minutes at most. */
  static void until(String what, BooleanSupplier holds) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it did not come about within " + DEADLINE + ": " + what);
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }
}
