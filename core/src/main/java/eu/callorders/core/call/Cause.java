package eu.callorders.core.call;

import eu.callorders.core.wire.WireEnum;

/** Why an attempt ended, as far as it affects what follows. */
public enum Cause implements WireEnum {
  /** The usual cause of its disposition. */
  NORMAL,
  /** The person declined: no attempt within 24 hours. */
  DECLINED,
  /** The number does not exist: not dialed again in this order. */
  NUMBER_INVALID,
  /** The network failed after it had tried; the attempt counts. */
  CARRIER_FAULT,
  /** The call was diverted; a diversion is never followed. */
  REDIRECTED,
  /** The gateway or the carrier refuses this order permanently. */
  REFUSED,
  /** No source can report the outcome. */
  OUTCOME_UNKNOWN,
  /** This service stopped it. */
  STOPPED;

  /** The cause of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static Cause of(String wire) {
    return WireEnum.parse(Cause.class, wire);
  }
}
