package eu.callorders.console.session;

import java.time.Duration;

/**
 * How long to rest between two looks: what has just happened is soon followed by more, and where
 * nothing happens it is looked for ever more rarely.
 */
record PollInterval(Duration shortest, Duration longest) {
  private static final int GROWTH = 8;

  /**
   * The rest that follows a look.
   *
   * @param before the rest that preceded it
   * @param happened whether it found anything
   */
  Duration after(Duration before, boolean happened) {
    Duration longer = before.plus(before.dividedBy(GROWTH));
    return happened ? shortest : longer.compareTo(longest) < 0 ? longer : longest;
  }
}
