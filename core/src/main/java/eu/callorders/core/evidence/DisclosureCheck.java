package eu.callorders.core.evidence;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.wire.WireEnum;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks whether a conversation began with its disclosure. */
public final class DisclosureCheck {
  /** The disclosure with its addition takes about 20 seconds; the event comes after its end. */
  static final Duration LATEST = Duration.ofSeconds(30);

  private DisclosureCheck() {}

  /** What is wrong with the disclosure of a call. */
  public enum Fault implements WireEnum {
    /** The gateway has reported none. */
    MISSING,
    /** Spoken too long after the answer. */
    LATE,
    /** The gateway has spoken another text than the requested one. */
    OTHER_TEXT
  }

  /**
   * The fault of an attempt that is closed; empty without a conversation, and when its outcome is
   * unknown.
   *
   * @param textSha256 hexadecimal hash of the requested text; null when it is unknown
   */
  public static Optional<Fault> check(
      Attempt attempt, List<RecordedEvent> events, @Nullable String textSha256) {
    if (attempt.disposition() != Disposition.ANSWERED || attempt.cause() == Cause.OUTCOME_UNKNOWN) {
      return Optional.empty();
    }
    Optional<RecordedEvent> spoken = first(events, RecordedEvent.DISCLOSED);
    if (spoken.isEmpty()) {
      return Optional.of(Fault.MISSING);
    }
    if (textSha256 != null && !textSha256.equals(spoken.get().textSha256())) {
      return Optional.of(Fault.OTHER_TEXT);
    }
    Instant at = spoken.get().at();
    return first(events, RecordedEvent.ANSWERED)
        .filter(answered -> at.isAfter(answered.at().plus(LATEST)))
        .map(late -> Fault.LATE);
  }

  static Optional<RecordedEvent> first(List<RecordedEvent> events, String type) {
    return events.stream().filter(event -> event.type().equals(type)).findFirst();
  }
}
