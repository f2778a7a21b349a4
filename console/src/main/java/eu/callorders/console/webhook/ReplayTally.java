package eu.callorders.console.webhook;

/**
 * How far a replay has come.
 *
 * @param expected events that it was about when it began
 * @param waiting for their first attempt
 * @param retrying between two attempts
 * @param active whether the endpoint takes deliveries: a replay to another one has ended early
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

  /** Events whose delivery has been made, whatever became of it. */
  int made() {
    return succeeded + waiting + retrying + failed + skipped;
  }

  /** Nothing more is going to happen. */
  boolean isOver() {
    boolean allMade = made() >= expected || !active;
    return allMade && waiting + retrying == 0;
  }

  /** It ended before everything was sent. */
  boolean isCutShort() {
    return isOver() && made() < expected;
  }

  /** What is through, of 1. */
  double share() {
    double through = (double) succeeded + failed + skipped;
    return expected == 0 ? 1 : Math.min(1, through / expected);
  }
}
