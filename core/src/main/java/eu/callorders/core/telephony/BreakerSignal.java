package eu.callorders.core.telephony;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;

/** What the outcome of a call says about the gateway that placed it. */
public enum BreakerSignal {
  /** The network worked, whether or not a person was reached. */
  SOUND,
  /** The call failed for a technical reason. */
  FAULTY,
  /** No conclusion about the gateway. */
  NONE;

  /**
   * The signal of a placing. A refusal for lack of capacity is none: a full gateway is healthy, and
   * {@link ChannelBudget} limits the calls.
   */
  public static BreakerSignal of(PlaceResult result) {
    return switch (result) {
      case PlaceResult.Unknown _ -> FAULTY;
      case PlaceResult.Refused(PlaceResult.RefusalReason code, _) ->
          code == PlaceResult.RefusalReason.UNROUTABLE ? FAULTY : NONE;
      case PlaceResult.Conflict _ -> NONE; // the gateway keeps its contract
      case PlaceResult.Accepted _ -> NONE; // the outcome is still open
    };
  }

  /** The signal of an ended call. */
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
