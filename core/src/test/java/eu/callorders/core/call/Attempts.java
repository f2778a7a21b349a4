package eu.callorders.core.call;

import java.time.Instant;
import java.util.UUID;

/** Attempts and conversations for tests. */
final class Attempts {
  static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");
  static final PhoneNumber PHONE = new PhoneNumber("+493023125000");
  static final Conversation CONVERSATION =
      Conversation.of(SummaryCode.NO_OUTCOME, null, null, null, Findings.NONE);

  private Attempts() {}

  static Attempt placing() {
    return Attempt.placing(new UUID(1, 1), new UUID(2, 2), PHONE);
  }

  /** An attempt that reached the status by the usual facts. */
  static Attempt at(AttemptStatus status) {
    Attempt placing = placing();
    return switch (status) {
      case PLACING -> placing;
      case PLACED -> after(placing, new AttemptFact.Placed("ref"));
      case RINGING -> after(at(AttemptStatus.PLACED), new AttemptFact.Ringing());
      case ANSWERED -> after(at(AttemptStatus.RINGING), new AttemptFact.Answered(NOW));
      case ENDED -> after(at(AttemptStatus.ANSWERED), ended(Disposition.ANSWERED, Cause.NORMAL));
      case CLOSED -> after(at(AttemptStatus.RINGING), ended(Disposition.NO_ANSWER, Cause.NORMAL));
      case REFUSED -> after(placing, new AttemptFact.Refused());
    };
  }

  static Attempt after(Attempt attempt, AttemptFact... facts) {
    Attempt last = attempt;
    for (AttemptFact fact : facts) {
      last = AttemptDecider.decide(last, fact, NOW).next();
    }
    return last;
  }

  static AttemptFact.Ended ended(Disposition disposition, Cause cause) {
    return new AttemptFact.Ended(disposition, cause, null, null, NOW.plusSeconds(60));
  }
}
