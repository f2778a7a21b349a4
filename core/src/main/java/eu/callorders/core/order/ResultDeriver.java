package eu.callorders.core.order;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.order.Termination.Reason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Derives the result of an order for each way to end.
 *
 * @param history every attempt that counted, oldest first
 * @param now when the order ends
 */
record ResultDeriver(List<PastAttempt> history, Instant now) {

  Result afterConversation(Conversation conversation, @Nullable Actor endedBy) {
    return new Result(
        conversation.summary(),
        conversation.reachability(),
        conversation.engagement(),
        new Termination(endedBy == null ? conversation.actor() : endedBy, Reason.NORMAL),
        history.size(),
        now,
        conversation.findings());
  }

  /** A conversation that an operator ended. What the agent has reported still counts. */
  Result hungUp(Conversation conversation) {
    SummaryCode reported = conversation.summary();
    return new Result(
        reported.compareTo(SummaryCode.CONVERSATION_INCOMPLETE) < 0
            ? reported
            : SummaryCode.CONVERSATION_INCOMPLETE,
        conversation.reachability(),
        conversation.engagement(),
        new Termination(Actor.PLATFORM, Reason.HUNG_UP),
        history.size(),
        now,
        conversation.findings());
  }

  /** The same without a report. An objection reported separately still counts. */
  Result hungUp(Findings.@Nullable Objection objection) {
    return new Result(
        objection == null ? SummaryCode.CONVERSATION_INCOMPLETE : SummaryCode.OBJECTION_TO_CALLS,
        Reachability.UNKNOWN,
        Engagement.UNKNOWN,
        new Termination(Actor.PLATFORM, Reason.HUNG_UP),
        history.size(),
        now,
        objection == null ? Findings.NONE : Findings.NONE.withObjection(objection));
  }

  /** A conversation without a report. An objection reported separately still counts. */
  Result reportOverdue(Findings.@Nullable Objection objection) {
    return new Result(
        objection == null ? SummaryCode.OUTCOME_UNKNOWN : SummaryCode.OBJECTION_TO_CALLS,
        Reachability.UNKNOWN,
        Engagement.UNKNOWN,
        new Termination(Actor.PROVIDER, Reason.REPORT_OVERDUE),
        history.size(),
        now,
        objection == null ? Findings.NONE : Findings.NONE.withObjection(objection));
  }

  Result attemptsSpent() {
    if (anyDisposition(Disposition.VOICEMAIL)) {
      return withoutConversation(SummaryCode.VOICEMAIL, Actor.NETWORK, Reason.ATTEMPTS_EXHAUSTED);
    }
    if (allCauses(Cause.OUTCOME_UNKNOWN)) {
      return withoutConversation(
          SummaryCode.OUTCOME_UNKNOWN, Actor.NETWORK, Reason.OUTCOME_UNKNOWN);
    }
    if (allCauses(Cause.CARRIER_FAULT)) {
      return withoutConversation(SummaryCode.TECHNICAL_FAILURE, Actor.NETWORK, Reason.TECHNICAL);
    }
    return withoutConversation(SummaryCode.NO_CONTACT, Actor.NETWORK, Reason.ATTEMPTS_EXHAUSTED);
  }

  Result windowClosed() {
    return withoutConversation(SummaryCode.EXPIRED, Actor.PLATFORM, Reason.WINDOW_CLOSED);
  }

  Result held() {
    return withoutConversation(SummaryCode.EXPIRED, Actor.PLATFORM, Reason.HELD);
  }

  Result numbersInvalid() {
    return withoutConversation(
        SummaryCode.NUMBER_UNUSABLE,
        Reachability.NUMBER_INVALID,
        new Termination(Actor.NETWORK, Reason.NUMBER_INVALID));
  }

  Result canceledByClient(@Nullable String note) {
    return withoutConversation(
        SummaryCode.CANCELED, reachability(), new Termination(Actor.CLIENT, Reason.CANCELED, note));
  }

  Result stopped(StopReason reason) {
    return switch (reason) {
      case ENROLLMENT_CANCELED ->
          withoutConversation(SummaryCode.CANCELED, Actor.CLIENT, Reason.CANCELED);
      case SEQUENCE_EXITED ->
          withoutConversation(SummaryCode.CANCELED, Actor.PLATFORM, Reason.SEQUENCE_EXITED);
      case SUPPRESSED ->
          withoutConversation(SummaryCode.SUPPRESSED, Actor.PLATFORM, Reason.SUPPRESSED);
      case PAYMENT_RECEIVED ->
          withoutConversation(SummaryCode.CANCELED, Actor.CLIENT, Reason.PAYMENT_RECEIVED);
      case CLAIM_WITHDRAWN ->
          withoutConversation(SummaryCode.CANCELED, Actor.CLIENT, Reason.CLAIM_WITHDRAWN);
    };
  }

  /** The phone is on a do-not-call list that is not the tenant's own. */
  Result suppressedByProvider() {
    return withoutConversation(SummaryCode.SUPPRESSED, Actor.PROVIDER, Reason.SUPPRESSED);
  }

  Result gatewayRefused() {
    return withoutConversation(
        SummaryCode.TECHNICAL_FAILURE, Actor.PROVIDER, Reason.GATEWAY_REFUSED);
  }

  /** The gateway refused for lack of capacity too many times. */
  Result neverAccepted() {
    return withoutConversation(SummaryCode.TECHNICAL_FAILURE, Actor.PROVIDER, Reason.TECHNICAL);
  }

  private Result withoutConversation(SummaryCode code, Actor actor, Reason reason) {
    return withoutConversation(code, reachability(), new Termination(actor, reason));
  }

  private Result withoutConversation(
      SummaryCode code, Reachability reachability, Termination termination) {
    return new Result(
        code, reachability, Engagement.NONE, termination, history.size(), now, Findings.NONE);
  }

  /** Reachability without a conversation. */
  private Reachability reachability() {
    if (history.isEmpty()) {
      return Reachability.NOT_ATTEMPTED;
    }
    if (anyDisposition(Disposition.VOICEMAIL)) {
      return Reachability.VOICEMAIL;
    }
    return allCauses(Cause.OUTCOME_UNKNOWN) ? Reachability.UNKNOWN : Reachability.NOT_REACHED;
  }

  private boolean anyDisposition(Disposition disposition) {
    return history.stream().anyMatch(attempt -> attempt.disposition() == disposition);
  }

  private boolean allCauses(Cause cause) {
    return history.stream().allMatch(attempt -> attempt.cause() == cause);
  }
}
