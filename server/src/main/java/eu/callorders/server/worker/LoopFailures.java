package eu.callorders.server.worker;

import java.time.Duration;

/** Counts consecutive failures of a loop, and decides which ones to log. */
final class LoopFailures {
  static final Duration WARN_INTERVAL = Duration.ofMinutes(1);

  private int consecutive;
  private boolean logged;
  private boolean warned;
  private long warnedAt;

  /**
   * Counts a failure.
   *
   * @param now monotonic nanoseconds
   * @param reportedElsewhere only the first one of consecutive failures is logged as a warning
   * @return whether to warn, at most once a minute
   */
  boolean recordFailure(long now, boolean reportedElsewhere) {
    consecutive++;
    if ((reportedElsewhere && consecutive > 1)
        || (warned && now - warnedAt < WARN_INTERVAL.toNanos())) {
      return false;
    }
    logged = true;
    warned = true;
    warnedAt = now;
    return true;
  }

  int consecutive() {
    return consecutive;
  }

  /** Resets the count; returns it, or zero when no warning was logged. */
  int reset() {
    int failures = logged ? consecutive : 0;
    consecutive = 0;
    logged = false;
    return failures;
  }
}
