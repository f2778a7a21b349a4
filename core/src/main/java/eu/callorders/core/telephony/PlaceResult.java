package eu.callorders.core.telephony;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of asking for a call. */
public sealed interface PlaceResult {

  /** The gateway has taken the call and will dial, or has dialled. */
  record Accepted(String gatewayRef) implements PlaceResult {}

  /** Proven: nothing was dialled and nothing will be. */
  record Refused(RefusalReason code, @Nullable Duration retryAfter) implements PlaceResult {}

  /**
   * Something else was placed under the same attempt id, as after a restore: this request dialed
   * nothing. A query tells what became of the call.
   */
  record Conflict() implements PlaceResult {}

  /** Nobody can tell yet: time-out, lost connection, server error. Never place again; query. */
  record Unknown(String why) implements PlaceResult {}

  /** Why a gateway refuses before dialling. */
  enum RefusalReason {
    /** No channel free; try again later, nothing is used up. */
    CAPACITY,
    /** The number is on a national do-not-call list. */
    DO_NOT_CALL,
    /** The gateway will never place this call. */
    UNROUTABLE,
    /** {@link PlaceCall#notAfter()} has passed. */
    TOO_LATE,
    /** The placing is of another era than the deployment's current one. Not remembered. */
    STALE_ERA
  }
}
