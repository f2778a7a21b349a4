package eu.callorders.server.dial;

import eu.callorders.core.telephony.EventsAnswer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a gateway's log goes on where a database has read to, with nothing missing between.
 *
 * @param logId of the log that was read; null when it had none
 * @param knownUntil the last sign of life in the database; null for none
 */
record LogContinuity(@Nullable String logId, @Nullable Instant knownUntil) {

  /** What breaks the log, in words. */
  record Break(String why) {}

  /** What the answer to a request for a page says; empty when the log goes on. */
  Optional<Break> breakIn(EventsAnswer answer) {
    return switch (answer) {
      case EventsAnswer.EventPage(_, _, _, var found, var keptSince) -> {
        if (logId != null && found != null && !logId.equals(found)) {
          yield broken("the log is another one than the database has read");
        }
        yield isGap(keptSince, knownUntil)
            ? broken("a gap: the log has nothing from before " + keptSince)
            : Optional.empty();
      }
      case EventsAnswer.CursorUnknown _ ->
          broken(
              "the log is another one: it does not know the place that the database has read to");
      case EventsAnswer.CursorExpired _ ->
          broken("a gap: the gateway has deleted events that the database has not read");
      case EventsAnswer.Unavailable _ -> Optional.empty();
    };
  }

  /**
   * Whether facts are missing in a log.
   *
   * @param keptSince the log has every fact since; null when the gateway does not say
   * @param knownUntil the last sign of life in the database; null for none
   */
  static boolean isGap(@Nullable Instant keptSince, @Nullable Instant knownUntil) {
    return keptSince != null && knownUntil != null && keptSince.isAfter(knownUntil);
  }

  private static Optional<Break> broken(String why) {
    return Optional.of(new Break(why));
  }
}
