package eu.callorders.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Polls a condition until a deadline. */
public final class Await {
  private static final Duration DEADLINE = Duration.ofSeconds(120);
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private Await() {}

  /** Waits until the condition holds. */
  public static void until(String what, BooleanSupplier holds) {
    until(what, holds::getAsBoolean, held -> held);
  }

  /** Polls until the value is as expected, and returns it. */
  public static <T> T until(String what, Supplier<T> supplier, Predicate<T> expected) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (true) {
      T value = supplier.get();
      if (expected.test(value)) {
        return value;
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + DEADLINE + ": " + what + "; last value: " + value);
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }
}
