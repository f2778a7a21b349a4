package eu.callorders.console.session;

import java.time.Duration;

/** The delay between two polls: short after a hit, growing while nothing is found. */
record PollInterval(Duration shortest, Duration longest) {
  private static final int GROWTH = 8;

  /**
   * The delay after a poll.
   *
   * @param previous the previous delay
   * @param found whether the poll found anything
   */
  Duration next(Duration previous, boolean found) {
    Duration longer = previous.plus(previous.dividedBy(GROWTH));
    return found ? shortest : longer.compareTo(longest) < 0 ? longer : longest;
  }
}
