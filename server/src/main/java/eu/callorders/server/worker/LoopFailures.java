package eu.callorders.server.worker;

import java.time.Duration;

/** Counts consecutive failures of a loop, and decides which ones to log. */
final class LoopFailures {
  static final Duration WARN_INTERVAL = Duration.ofMinutes(1);

  private int inRow;
  private boolean named;
  private boolean warned;
  private long warnedAt;

  /**
   * Counts a failure.
   *
   * @param now monotonic nanoseconds
   * @param reportedElsewhere only the first one of consecutive failures is logged as a warning
   * @return whether to warn, at most once a minute
   */
  boolean failed(long now, boolean reportedElsewhere) {
    inRow++;
    if ((reportedElsewhere && inRow > 1) || (warned && now - warnedAt < WARN_INTERVAL.toNanos())) {
      return false;
    }
    named = true;
    warned = true;
    warnedAt = now;
    return true;
  }

  int inRow() {
    return inRow;
  }

  /** Resets the count; returns it, or zero when no warning was logged. */
  int succeeded() {
    int failures = named ? inRow : 0;
    inRow = 0;
    named = false;
    return failures;
  }
}
