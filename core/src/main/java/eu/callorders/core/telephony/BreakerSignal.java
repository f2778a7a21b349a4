package eu.callorders.core.telephony;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;

/** What becomes of one call, as evidence for or against the gateway that placed it. */
public enum BreakerSignal {
  /** The network did its work, whoever was or was not reached. */
  SOUND,
  /** It failed for a technical reason. */
  FAULTY,
  /** It tells nothing of the gateway. */
  NONE;

  /**
   * What an answer to placing tells. One for want of capacity tells nothing: a full gateway is in
   * good health, several nodes share its channels, and its room has a limit of its own.
   */
  public static BreakerSignal of(PlaceResult answer) {
    return switch (answer) {
      case PlaceResult.Unknown _ -> FAULTY;
      case PlaceResult.Refused(PlaceResult.RefusalReason code, _) ->
          code == PlaceResult.RefusalReason.UNROUTABLE ? FAULTY : NONE;
      case PlaceResult.Conflict _ -> NONE; // the gateway does what it promises
      case PlaceResult.Accepted _ -> NONE; // what becomes of it is still open
    };
  }

  /** What the end of a call tells. */
  public static BreakerSignal of(Disposition disposition, Cause cause) {
    if (disposition == Disposition.CANCELED) {
      return NONE;
    }
    if (disposition != Disposition.FAILED) {
      return SOUND;
    }
    return switch (cause) {
      case CARRIER_FAULT, REFUSED, OUTCOME_UNKNOWN -> FAULTY;
      case NORMAL, DECLINED, NUMBER_INVALID, REDIRECTED -> SOUND;
      case STOPPED -> NONE;
    };
  }
}
