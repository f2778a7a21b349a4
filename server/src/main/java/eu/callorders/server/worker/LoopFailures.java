package eu.callorders.server.worker;

import java.time.Duration;

/** Failed rounds of a loop in a row, and which of them the log names. */
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
   * @param reportedElsewhere only the first of such failures in a row is worth a warning
   * @return whether to warn of it: once a minute at most
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

  /** Ends the row; answers how many failures it had, zero when the log has named none of them. */
  int succeeded() {
    int over = named ? inRow : 0;
    inRow = 0;
    named = false;
    return over;
  }
}
