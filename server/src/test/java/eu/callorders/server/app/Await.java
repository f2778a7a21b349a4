package eu.callorders.server.app;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The one place that looks at something over and over, up to a deadline. */
final class Await {
  private static final Duration DEADLINE = Duration.ofSeconds(90);
  private static final Duration BETWEEN = Duration.ofMillis(10);

  private Await() {}

  /** Looks until what is seen is as expected, and answers it. */
  static <T> T until(String what, Supplier<T> look, Predicate<T> expected) {
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
