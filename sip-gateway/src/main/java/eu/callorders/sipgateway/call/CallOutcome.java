package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.sipgateway.sip.SipResponse;
import org.jspecify.annotations.Nullable;

/**
 * What an unanswered call comes to.
 *
 * @param trunk what it says about the carrier
 * @param detail for people, up to 100 characters
 */
public record CallOutcome(Disposition disposition, Cause cause, TrunkVerdict trunk, String detail) {

  /**
   * The network's part of the end.
   *
   * @param response null without one
   */
  NetworkCause network(@Nullable SipResponse response) {
    return response == null
        ? new NetworkCause(null, null, detail)
        : new NetworkCause(response.status(), response.q850(), detail);
  }

  /** Whether the carrier is to blame. */
  public enum TrunkVerdict {
    /** The network did its work. */
    SOUND,
    /** The carrier failed, and a telephone may have been ringing. */
    FAULT,
    /** The carrier failed before any telephone rang: the call may be placed elsewhere. */
    PROVEN_FAULT
  }
}
