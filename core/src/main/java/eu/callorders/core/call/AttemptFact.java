package eu.callorders.core.call;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A fact about an attempt. */
public sealed interface AttemptFact {

  /**
   * The gateway accepted the call, or may have: no proof of the contrary exists.
   *
   * @param gatewayRef null when it only may have
   */
  record Placed(@Nullable String gatewayRef) implements AttemptFact {}

  /** Proven: nothing was dialed and nothing will be. */
  record Refused() implements AttemptFact {}

  record Ringing() implements AttemptFact {}

  /** A person or a machine picked up. */
  record Answered(Instant answeredAt) implements AttemptFact {}

  /**
   * The line is free again.
   *
   * @param endedBy null when unknown
   * @param answeredAt null when unanswered or unknown
   */
  record Ended(
      Disposition disposition,
      Cause cause,
      @Nullable Actor endedBy,
      @Nullable Instant answeredAt,
      Instant endedAt)
      implements AttemptFact {}

  /** The person objected to calls during the call. */
  record Objected() implements AttemptFact {}

  /** The checked report of the conversation, without the objection that it may contain. */
  record Reported(Conversation conversation) implements AttemptFact {}

  /** Every deadline has passed and the gateway cannot report the outcome. */
  record OutcomeUnknown() implements AttemptFact {}

  /** {@link Attempt#REPORT_TIMEOUT} has passed since the end of the conversation. */
  record ReportOverdue() implements AttemptFact {}
}
