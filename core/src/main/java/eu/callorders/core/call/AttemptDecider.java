package eu.callorders.core.call;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies facts to an attempt. Facts may arrive late, twice and in any order: the status never
 * moves backward, the states a fact implies are passed on the way, and a fact that comes after its
 * consequence only fills in details. {@code docs/attempt-states.md} has the same rules as a table.
 *
 * <p>Every fact but a refusal comes from a gateway that knows the call. If its message names the
 * gateway's reference, apply {@link AttemptFact.Placed} first; it does nothing when already known.
 */
public final class AttemptDecider {
  private final Instant now;
  private final List<AttemptMilestone> milestones = new ArrayList<>();
  private Attempt attempt;

  private AttemptDecider(Attempt attempt, Instant now) {
    this.attempt = attempt;
    this.now = now;
  }

  /**
   * Applies a fact to an attempt.
   *
   * @param now the tenant's time at which the fact is recorded
   */
  public static AttemptDecision decide(Attempt attempt, AttemptFact fact, Instant now) {
    AttemptDecider decider = new AttemptDecider(attempt, now);
    if (attempt.status() != AttemptStatus.REFUSED) {
      decider.apply(fact);
    }
    return new AttemptDecision(decider.attempt, decider.milestones);
  }

  private void apply(AttemptFact fact) {
    switch (fact) {
      case AttemptFact.Placed(var ref) -> placed(ref);
      case AttemptFact.Refused() -> refused();
      case AttemptFact.Ringing() -> ringing();
      case AttemptFact.Answered(var answeredAt) -> answered(answeredAt);
      case AttemptFact.Ended ended -> ended(ended);
      case AttemptFact.Objected() -> objected();
      case AttemptFact.Reported(var conversation) -> reported(conversation);
      case AttemptFact.OutcomeUnknown() -> outcomeUnknown();
      case AttemptFact.ReportOverdue() -> reportOverdue();
    }
  }

  private void placed(@Nullable String ref) {
    if (attempt.status() == AttemptStatus.PLACING) {
      attempt = attempt.placed(ref, now);
      milestones.add(AttemptMilestone.PLACED);
    } else if (attempt.gatewayRef() == null && ref != null) {
      attempt = attempt.withGatewayRef(ref);
    }
  }

  private void refused() {
    if (attempt.status() == AttemptStatus.PLACING) {
      attempt = attempt.withStatus(AttemptStatus.REFUSED);
      milestones.add(AttemptMilestone.REFUSED);
    }
  }

  private void ringing() {
    placed(null);
    if (attempt.status() == AttemptStatus.PLACED) {
      attempt = attempt.withStatus(AttemptStatus.RINGING);
    }
  }

  private void answered(Instant answeredAt) {
    placed(null);
    if (isBefore(AttemptStatus.ANSWERED)) {
      attempt = attempt.withStatus(AttemptStatus.ANSWERED).withAnsweredAt(answeredAt);
      milestones.add(AttemptMilestone.ANSWERED);
    } else if (attempt.answeredAt() == null && pickedUp(attempt.disposition())) {
      attempt = attempt.withAnsweredAt(answeredAt);
    }
  }

  private void ended(AttemptFact.Ended ended) {
    placed(null);
    if (!isBefore(AttemptStatus.ENDED)) {
      return;
    }
    boolean spoken = hadConversation(ended);
    if (attempt.answeredAt() == null && (spoken || pickedUp(ended.disposition()))) {
      attempt = attempt.withAnsweredAt(ended.answeredAt());
    }
    if (spoken && isBefore(AttemptStatus.ANSWERED)) {
      milestones.add(AttemptMilestone.ANSWERED);
    }
    attempt =
        attempt.ended(
            spoken ? Disposition.ANSWERED : ended.disposition(),
            ended.cause(),
            ended.endedBy(),
            ended.endedAt());
    milestones.add(AttemptMilestone.ENDED);
    if (!spoken) {
      close(AttemptMilestone.UNREACHED);
    } else if (attempt.conversation() != null) {
      close(AttemptMilestone.CONVERSATION_ENDED);
    } else {
      attempt = attempt.withStatus(AttemptStatus.ENDED);
    }
  }

  /**
   * An error after a person spoke does not undo the conversation, or the person would be dialed
   * again; only voicemail is no conversation. The end event may report the answer first.
   */
  private boolean hadConversation(AttemptFact.Ended ended) {
    Disposition disposition = ended.disposition();
    boolean personSpoke =
        attempt.status() == AttemptStatus.ANSWERED
            || attempt.conversation() != null
            || attempt.objected()
            || ended.answeredAt() != null;
    return disposition == Disposition.ANSWERED
        || (personSpoke && disposition != Disposition.VOICEMAIL);
  }

  private void objected() {
    placed(null);
    if (!attempt.objected()) {
      attempt = attempt.withObjection();
      milestones.add(AttemptMilestone.OBJECTED);
    }
  }

  private void reported(Conversation conversation) {
    placed(null);
    if (attempt.conversation() != null || attempt.status() == AttemptStatus.CLOSED) {
      return;
    }
    attempt = attempt.withConversation(conversation);
    if (attempt.status() == AttemptStatus.ENDED) {
      close(AttemptMilestone.CONVERSATION_ENDED);
    }
  }

  private void outcomeUnknown() {
    ended(new AttemptFact.Ended(Disposition.FAILED, Cause.OUTCOME_UNKNOWN, null, null, now));
  }

  private void reportOverdue() {
    if (attempt.status() == AttemptStatus.ENDED) {
      close(AttemptMilestone.CONVERSATION_ENDED);
    }
  }

  private void close(AttemptMilestone milestone) {
    attempt = attempt.withStatus(AttemptStatus.CLOSED);
    milestones.add(milestone);
  }

  private boolean isBefore(AttemptStatus status) {
    return attempt.status().compareTo(status) < 0;
  }

  private static boolean pickedUp(@Nullable Disposition disposition) {
    return disposition == Disposition.ANSWERED || disposition == Disposition.VOICEMAIL;
  }
}
