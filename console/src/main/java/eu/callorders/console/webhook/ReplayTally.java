package eu.callorders.console.webhook;

/**
 * Progress of a replay.
 *
 * @param expected number of events at the start
 * @param waiting before the first attempt
 * @param retrying between two attempts
 * @param active whether the endpoint accepts deliveries; otherwise the replay ended early
 */
record ReplayTally(
    int expected,
    int succeeded,
    int waiting,
    int retrying,
    int failed,
    int skipped,
    boolean active) {
  static ReplayTally none(int expected) {
    return new ReplayTally(expected, 0, 0, 0, 0, 0, true);
  }

  /** Number of deliveries created, with any status. */
  int started() {
    return succeeded + waiting + retrying + failed + skipped;
  }

  /** Whether no more deliveries are expected. */
  boolean isFinal() {
    boolean allMade = started() >= expected || !active;
    return allMade && waiting + retrying == 0;
  }

  /** Whether it ended before everything was sent. */
  boolean isIncomplete() {
    return isFinal() && started() < expected;
  }

  /** Finished share, from 0 to 1. */
  double progress() {
    double finished = (double) succeeded + failed + skipped;
    return expected == 0 ? 1 : Math.min(1, finished / expected);
  }
}
