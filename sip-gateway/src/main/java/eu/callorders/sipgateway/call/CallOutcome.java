package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;

/**
 * What an unanswered call comes to.
 *
 * @param trunk what it says about the carrier
 * @param detail for people, up to 100 characters
 */
public record CallOutcome(Disposition disposition, Cause cause, TrunkVerdict trunk, String detail) {

  /** Whether the carrier is to blame. */
  public enum TrunkVerdict {
    /** The network did its work. */
    SOUND,
    /** The carrier failed, and a telephone may have rung. */
    FAULT,
    /** The carrier failed before any telephone rang: the call may be placed elsewhere. */
    PROVEN_FAULT
  }
}
