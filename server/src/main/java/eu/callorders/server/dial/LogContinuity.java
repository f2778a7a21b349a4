package eu.callorders.server.dial;

import eu.callorders.core.telephony.EventsResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a gateway's log continues at the database's cursor without a gap.
 *
 * @param logId of the log that was read; null when it had none
 * @param requiresId whether a log without this id is another one, as at another address
 * @param knownUntil the newest timestamp in the database; null for none
 * @param now real time of the page requests
 */
record LogContinuity(
    @Nullable String logId, boolean requiresId, @Nullable Instant knownUntil, Instant now) {
  /** The assumed retention of a gateway that does not state one. */
  private static final Duration DEFAULT_RETENTION = Duration.ofDays(7);

  /** The obstacle that a page request shows; empty when the log continues. */
  Optional<LogObstacle> findObstacle(EventsResult result) {
    return switch (result) {
      case EventsResult.EventPage(_, _, _, var pageLogId, var keptSince) -> {
        if (isReplaced(pageLogId)) {
          yield replaced("the log is another one than the database has read");
        }
        yield isGap(keptSince, knownUntil, now)
            ? gap("a gap: the log has nothing from before " + since(keptSince, now))
            : Optional.empty();
      }
      case EventsResult.CursorUnknown _ ->
          replaced(
              "the log is another one: it does not know the place that the database has read to");
      case EventsResult.CursorExpired _ ->
          gap("a gap: the gateway has deleted events that the database has not read");
      case EventsResult.Unavailable _ -> Optional.empty();
    };
  }

  private boolean isReplaced(@Nullable String pageLogId) {
    return (logId == null || pageLogId == null) ? requiresId : !logId.equals(pageLogId);
  }

  static boolean isGap(@Nullable Instant keptSince, @Nullable Instant knownUntil, Instant now) {
    return knownUntil != null && since(keptSince, now).isAfter(knownUntil);
  }

  private static Instant since(@Nullable Instant keptSince, Instant now) {
    return keptSince == null ? now.minus(DEFAULT_RETENTION) : keptSince;
  }

  private static Optional<LogObstacle> gap(String why) {
    return Optional.of(new LogObstacle(LogObstacle.Kind.GAP, why));
  }

  private static Optional<LogObstacle> replaced(String why) {
    return Optional.of(new LogObstacle(LogObstacle.Kind.FOREIGN_LOG, why));
  }
}
