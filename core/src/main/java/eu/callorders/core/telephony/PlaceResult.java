package eu.callorders.core.telephony;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The result of a request to place a call. */
public sealed interface PlaceResult {

  /** The gateway accepted the call and will dial, or has dialed. */
  record Accepted(String gatewayRef) implements PlaceResult {}

  /** Proven: nothing was dialed and nothing will be. */
  record Refused(RefusalReason code, @Nullable Duration retryAfter) implements PlaceResult {}

  /**
   * A different call was placed under the same attempt id, as after a restore; this request dialed
   * nothing. A query reports the outcome of the earlier call.
   */
  record Conflict() implements PlaceResult {}

  /** Time-out, lost connection or server error. Never place again; query. */
  record Unknown(String reason) implements PlaceResult {}

  enum RefusalReason {
    /** No channel is free; retry later, no attempt is used up. */
    CAPACITY,
    /** The number is on a national do-not-call list. */
    DO_NOT_CALL,
    UNROUTABLE,
    /** {@link PlaceCall#notAfter()} has passed. */
    TOO_LATE,
    /** The placing is not of the deployment's current era. The gateway does not store it. */
    STALE_ERA,
    /** The carrier fails, whatever the order. */
    TRUNK_FAULT,
    /** No agent is there to speak. */
    AGENT_UNAVAILABLE,
    /** The gateway may not show this caller ID. */
    CALLER_ID_NOT_LISTED,
    /** All calls are diverted to a test phone, so that no live one is placed. */
    DIVERTED,
    /** No connection to the gateway, or it rejects our signature. No gateway responds so. */
    GATEWAY_UNAVAILABLE
  }
}
