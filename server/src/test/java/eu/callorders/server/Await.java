package eu.callorders.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The one place that looks at something over and over, up to a deadline. */
public final class Await {
  private static final Duration DEADLINE = Duration.ofSeconds(120);
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private Await() {}

  /** Waits until it holds. */
  public static void until(String what, BooleanSupplier holds) {
    until(what, holds::getAsBoolean, held -> held);
  }

  /** Looks until what is seen is as expected, and answers it. */
  public static <T> T until(String what, Supplier<T> look, Predicate<T> expected) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (true) {
      T seen = look.get();
      if (expected.test(seen)) {
        return seen;
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + DEADLINE + ": " + what + "; last seen: " + seen);
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }
}
