package eu.callorders.core.order;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.telephony.PlaceResult;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A command to an accepted order. */
public sealed interface OrderCommand {

  /** About a running attempt; ignored unless it is the order's current one. */
  sealed interface AttemptCommand extends OrderCommand {
    UUID attemptId();
  }

  record Plan(NextAttempt next) implements OrderCommand {}

  /** The order is due, and holds bar every phone that is left. */
  record Hold() implements OrderCommand {}

  /** The client changed scheduling or metadata; {@code next} by the new terms. */
  record Edit(NextAttempt next) implements OrderCommand {}

  record Cancel(@Nullable String note) implements OrderCommand {}

  /** The order is to end for a reason other than the client's cancel. */
  record Stop(StopReason reason) implements OrderCommand {}

  /** The intent of a due attempt is written; the gateway request follows. */
  record StartAttempt(UUID attemptId) implements OrderCommand {}

  /**
   * Proven: nothing was dialed.
   *
   * @param consecutiveRefusals for want of capacity, since the last attempt that counted
   * @param next not before the {@link Backoff} is over
   */
  record AttemptRefused(
      UUID attemptId, PlaceResult.RefusalReason code, int consecutiveRefusals, NextAttempt next)
      implements AttemptCommand {}

  /** A person or a machine picked up. */
  record Answered(UUID attemptId) implements AttemptCommand {}

  /** The attempt ended without a conversation; voicemail is none. */
  record AttemptUnreached(UUID attemptId, Cause cause, NextAttempt next)
      implements AttemptCommand {}

  /** About a conversation that has ended, with its report or without. */
  sealed interface ConversationCommand extends AttemptCommand {}

  /**
   * A conversation ended and was reported.
   *
   * @param conversation including an objection reported during the call
   * @param endedBy by the network's report; null when unknown
   */
  record ConversationEnded(UUID attemptId, Conversation conversation, @Nullable Actor endedBy)
      implements ConversationCommand {}

  /**
   * A conversation ended and its report is overdue.
   *
   * @param objection reported during the call; null for none
   */
  record ReportOverdue(UUID attemptId, Findings.@Nullable Objection objection)
      implements ConversationCommand {}

  /**
   * This service has stopped the call of a conversation.
   *
   * @param over as if another party had ended it
   */
  record ConversationStopped(ConversationCommand over) implements AttemptCommand {
    @Override
    public UUID attemptId() {
      return over.attemptId();
    }
  }
}
