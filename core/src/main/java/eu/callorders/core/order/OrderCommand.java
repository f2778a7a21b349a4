package eu.callorders.core.order;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.telephony.PlaceResult;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What can happen to an order after its acceptance. */
public sealed interface OrderCommand {

  /** What happened to a running attempt; ignored unless it is the order's present one. */
  sealed interface OfAttempt extends OrderCommand {
    UUID attemptId();
  }

  /** The planner has looked at it. */
  record Plan(NextAttempt next) implements OrderCommand {}

  /** The client has changed scheduling or metadata; {@code next} by the new terms. */
  record Edit(NextAttempt next) implements OrderCommand {}

  /** The client cancels it. */
  record Cancel(@Nullable String note) implements OrderCommand {}

  /** It is to end for a reason that is not the client's cancel. */
  record Stop(StopReason reason) implements OrderCommand {}

  /** A due attempt is written; the gateway is asked next. */
  record StartAttempt(UUID attemptId) implements OrderCommand {}

  /**
   * Proven: nothing was dialled.
   *
   * @param refusalsInRow refusals by {@code CAPACITY} or {@code TOO_LATE} since the last attempt
   *     that counted, with this one
   * @param next not before the {@link Backoff} is over
   */
  record AttemptRefused(
      UUID attemptId, PlaceResult.RefusalReason code, int refusalsInRow, NextAttempt next)
      implements OfAttempt {}

  /** Somebody, or a machine, picked up. */
  record Answered(UUID attemptId) implements OfAttempt {}

  /** The attempt has ended without a conversation; voicemail is none. */
  record AttemptUnreached(UUID attemptId, Cause cause, NextAttempt next) implements OfAttempt {}

  /**
   * A conversation has ended and was reported.
   *
   * @param conversation with the objection told during the call, if any
   * @param endedBy as the network saw it; null when unknown
   */
  record ConversationEnded(UUID attemptId, Conversation conversation, @Nullable Actor endedBy)
      implements OfAttempt {}

  /**
   * A conversation has ended and its report has not come in time.
   *
   * @param objection told during the call; null for none
   */
  record ReportOverdue(UUID attemptId, Findings.@Nullable Objection objection)
      implements OfAttempt {}
}
