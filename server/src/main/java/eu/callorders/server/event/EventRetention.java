package eu.callorders.server.event;

import java.time.Duration;
import java.time.Instant;

/** Retention of events, in real time by when they were recorded. */
public final class EventRetention {
  private static final Duration RETENTION = Duration.ofDays(30);

  /** Time for a reader that starts at the oldest event to get ahead of the limit. */
  private static final Duration READER_GRACE = Duration.ofHours(1);

  /** Longer than any transaction, so that the event of a valid cursor still exists. */
  private static final Duration SLACK = Duration.ofHours(1);

  private EventRetention() {}

  /** Older events are hidden. */
  static Instant oldestVisible(Instant now) {
    return now.minus(RETENTION);
  }

  /** A cursor is valid while its {@code completeAt} is not before this instant. */
  static Instant oldestCursor(Instant now) {
    return now.minus(RETENTION).minus(READER_GRACE);
  }

  /** Older events may be deleted. */
  public static Instant oldestStored(Instant now) {
    return now.minus(RETENTION).minus(READER_GRACE).minus(SLACK);
  }
}
