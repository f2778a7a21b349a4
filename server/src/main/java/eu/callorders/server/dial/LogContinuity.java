package eu.callorders.server.dial;

import eu.callorders.core.telephony.EventsResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a gateway's log goes on where a database has read to, with nothing missing between.
 *
 * @param logId of the log that was read; null when it had none
 * @param knownUntil the last sign of life in the database; null for none
 * @param now when pages are asked for; real time
 */
record LogContinuity(@Nullable String logId, @Nullable Instant knownUntil, Instant now) {
  /** A gateway that does not say since when its log has every fact keeps them this long. */
  private static final Duration UNSTATED = Duration.ofDays(7);

  /** What the answer to a request for a page says; empty when the log goes on. */
  Optional<LogObstacle> breakIn(EventsResult answer) {
    return switch (answer) {
      case EventsResult.EventPage(_, _, _, var found, var keptSince) -> {
        if (logId != null && found != null && !logId.equals(found)) {
          yield foreign("the log is another one than the database has read");
        }
        yield isGap(keptSince, knownUntil, now)
            ? gap("a gap: the log has nothing from before " + since(keptSince, now))
            : Optional.empty();
      }
      case EventsResult.CursorUnknown _ ->
          foreign(
              "the log is another one: it does not know the place that the database has read to");
      case EventsResult.CursorExpired _ ->
          gap("a gap: the gateway has deleted events that the database has not read");
      case EventsResult.Unavailable _ -> Optional.empty();
    };
  }

  /**
   * Whether facts are missing in a log.
   *
   * @param keptSince the log has every fact since; null when the gateway does not say
   * @param knownUntil the last sign of life in the database; null for none
   * @param now when the log was read
   */
  static boolean isGap(@Nullable Instant keptSince, @Nullable Instant knownUntil, Instant now) {
    return knownUntil != null && since(keptSince, now).isAfter(knownUntil);
  }

  private static Instant since(@Nullable Instant keptSince, Instant now) {
    return keptSince == null ? now.minus(UNSTATED) : keptSince;
  }

  private static Optional<LogObstacle> gap(String why) {
    return Optional.of(new LogObstacle(LogObstacle.Kind.GAP, why));
  }

  private static Optional<LogObstacle> foreign(String why) {
    return Optional.of(new LogObstacle(LogObstacle.Kind.FOREIGN_LOG, why));
  }
}
