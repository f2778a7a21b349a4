package eu.callorders.core.call;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies facts to an attempt. Facts may arrive late, twice and in any order: the status never
 * moves backward, the states a fact implies are passed on the way, and a fact that comes after its
 * consequence only fills in details. {@link AttemptTransitions} holds the same rules as a table.
 *
 * <p>Every fact but a refusal comes from a gateway that knows the call. If its message names the
 * gateway's reference, apply {@link AttemptFact.Taken} first; it does nothing when already known.
 */
public final class AttemptDecider {
  private final Instant now;
  private final List<AttemptMilestone> became = new ArrayList<>();
  private Attempt attempt;

  private AttemptDecider(Attempt attempt, Instant now) {
    this.attempt = attempt;
    this.now = now;
  }

  /**
   * @param now the tenant's time at which the fact is recorded
   */
  public static AttemptDecision decide(Attempt attempt, AttemptFact fact, Instant now) {
    AttemptDecider decider = new AttemptDecider(attempt, now);
    if (attempt.status() != AttemptStatus.REFUSED) {
      decider.take(fact);
    }
    return new AttemptDecision(decider.attempt, decider.became);
  }

  private void take(AttemptFact fact) {
    switch (fact) {
      case AttemptFact.Taken(var ref) -> taken(ref);
      case AttemptFact.Refused() -> refused();
      case AttemptFact.Ringing() -> ringing();
      case AttemptFact.Answered(var answeredAt) -> answered(answeredAt);
      case AttemptFact.Ended ended -> ended(ended);
      case AttemptFact.Objected() -> objected();
      case AttemptFact.Reported(var conversation) -> reported(conversation);
      case AttemptFact.FateUnknown() -> fateUnknown();
      case AttemptFact.ReportOverdue() -> reportOverdue();
    }
  }

  private void taken(@Nullable String ref) {
    if (attempt.status() == AttemptStatus.PLACING) {
      attempt = attempt.taken(ref, now);
      became.add(AttemptMilestone.TAKEN);
    } else if (attempt.gatewayRef() == null && ref != null) {
      attempt = attempt.known(ref);
    }
  }

  private void refused() {
    if (attempt.status() == AttemptStatus.PLACING) {
      attempt = attempt.standing(AttemptStatus.REFUSED);
      became.add(AttemptMilestone.REFUSED);
    }
  }

  private void ringing() {
    taken(null);
    if (attempt.status() == AttemptStatus.PLACED) {
      attempt = attempt.standing(AttemptStatus.RINGING);
    }
  }

  private void answered(Instant answeredAt) {
    taken(null);
    if (before(AttemptStatus.ANSWERED)) {
      attempt = attempt.standing(AttemptStatus.ANSWERED).answered(answeredAt);
      became.add(AttemptMilestone.ANSWERED);
    } else if (attempt.answeredAt() == null && pickedUp(attempt.disposition())) {
      attempt = attempt.answered(answeredAt);
    }
  }

  private void ended(AttemptFact.Ended ended) {
    taken(null);
    if (!before(AttemptStatus.ENDED)) {
      return;
    }
    boolean spoken = spoken(ended);
    if (attempt.answeredAt() == null && (spoken || pickedUp(ended.disposition()))) {
      attempt = attempt.answered(ended.answeredAt());
    }
    if (spoken && before(AttemptStatus.ANSWERED)) {
      became.add(AttemptMilestone.ANSWERED);
    }
    attempt =
        attempt.over(
            spoken ? Disposition.ANSWERED : ended.disposition(),
            ended.cause(),
            ended.endedBy(),
            ended.endedAt());
    became.add(AttemptMilestone.ENDED);
    if (!spoken) {
      close(AttemptMilestone.UNREACHED);
    } else if (attempt.reported() != null) {
      close(AttemptMilestone.CONVERSATION_OVER);
    } else {
      attempt = attempt.standing(AttemptStatus.ENDED);
    }
  }

  /**
   * An error after a person spoke does not undo the conversation, or the person would be dialed
   * again; only voicemail is no conversation. The end event may report the answer first.
   */
  private boolean spoken(AttemptFact.Ended ended) {
    Disposition disposition = ended.disposition();
    boolean personSpoke =
        attempt.status() == AttemptStatus.ANSWERED
            || attempt.reported() != null
            || attempt.objected()
            || ended.answeredAt() != null;
    return disposition == Disposition.ANSWERED
        || (personSpoke && disposition != Disposition.VOICEMAIL);
  }

  private void objected() {
    taken(null);
    if (!attempt.objected()) {
      attempt = attempt.objecting();
      became.add(AttemptMilestone.OBJECTED);
    }
  }

  private void reported(Conversation conversation) {
    taken(null);
    if (conversation.objected()) {
      objected();
    }
    if (attempt.reported() != null || attempt.status() == AttemptStatus.CLOSED) {
      return;
    }
    attempt = attempt.reporting(conversation);
    if (attempt.status() == AttemptStatus.ENDED) {
      close(AttemptMilestone.CONVERSATION_OVER);
    }
  }

  private void fateUnknown() {
    ended(new AttemptFact.Ended(Disposition.FAILED, Cause.OUTCOME_UNKNOWN, null, null, now));
  }

  private void reportOverdue() {
    if (attempt.status() == AttemptStatus.ENDED) {
      close(AttemptMilestone.CONVERSATION_OVER);
    }
  }

  private void close(AttemptMilestone milestone) {
    attempt = attempt.standing(AttemptStatus.CLOSED);
    became.add(milestone);
  }

  private boolean before(AttemptStatus status) {
    return attempt.status().compareTo(status) < 0;
  }

  private static boolean pickedUp(@Nullable Disposition disposition) {
    return disposition == Disposition.ANSWERED || disposition == Disposition.VOICEMAIL;
  }
}
