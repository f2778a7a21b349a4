package eu.callorders.core.call;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What can become known of an attempt. */
public sealed interface AttemptFact {

  /**
   * The gateway has taken it, or may have: nobody can prove that it has not.
   *
   * @param gatewayRef null when it may have
   */
  record Taken(@Nullable String gatewayRef) implements AttemptFact {}

  /** Proven: nothing was dialled and nothing will be. */
  record Refused() implements AttemptFact {}

  record Ringing() implements AttemptFact {}

  /** Somebody, or a machine, picked up. */
  record Answered(Instant answeredAt) implements AttemptFact {}

  /**
   * The line is free again.
   *
   * @param endedBy null when unknown
   * @param answeredAt null when nobody answered, or unknown
   */
  record Ended(
      Disposition disposition,
      Cause cause,
      @Nullable Actor endedBy,
      @Nullable Instant answeredAt,
      Instant endedAt)
      implements AttemptFact {}

  /** The person objected to calls, while the call still runs. */
  record Objected() implements AttemptFact {}

  /** The checked report of the conversation. */
  record Reported(Conversation conversation) implements AttemptFact {}

  /** Every deadline has passed and the gateway cannot tell what became of it. */
  record FateUnknown() implements AttemptFact {}

  /** {@link Attempt#REPORT_PATIENCE} has passed since the end of the conversation. */
  record ReportOverdue() implements AttemptFact {}
}
