package eu.callorders.bench;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Asks again and again until something has happened elsewhere. */
public final class Polling {
  private Polling() {}

  /** Whether the condition held within the time, asked with that pause in between. */
  public static boolean within(Duration limit, long pauseMillis, Callable<Boolean> condition)
      throws Exception {
    long giveUp = System.nanoTime() + limit.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > giveUp) {
        return false;
      }
      Thread.sleep(pauseMillis);
    }
    return true;
  }

  /** As {@link #within}; throws when the condition did not come to hold. */
  public static void until(
      Duration limit, long pauseMillis, String otherwise, Callable<Boolean> condition)
      throws Exception {
    if (!within(limit, pauseMillis, condition)) {
      throw new IllegalStateException(otherwise + " within " + limit);
    }
  }
}
