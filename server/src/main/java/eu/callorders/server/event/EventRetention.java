package eu.callorders.server.event;

import java.time.Duration;
import java.time.Instant;

/** How long events can be read. All of it is real time, by when they were recorded. */
public final class EventRetention {
  private static final Duration SHOWN = Duration.ofDays(30);

  /** A reader who began at the oldest event may take this long to get ahead of the limit. */
  private static final Duration READING = Duration.ofHours(1);

  /** Longer than any transaction runs, so that what a valid cursor points at is still there. */
  private static final Duration SLACK = Duration.ofHours(1);

  private EventRetention() {}

  /** Events recorded before are no longer shown. */
  static Instant oldestShown(Instant now) {
    return now.minus(SHOWN);
  }

  /** A cursor that was at that instant complete or younger is still good. */
  static Instant oldestCursor(Instant now) {
    return now.minus(SHOWN).minus(READING);
  }

  /** Events recorded before may be removed. */
  public static Instant oldestKept(Instant now) {
    return now.minus(SHOWN).minus(READING).minus(SLACK);
  }
}
