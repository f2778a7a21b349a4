package eu.callorders.core.hold;

import eu.callorders.core.wire.WireEnum;

/** The known reasons of holds. An open registry: a hold stores the wire form. */
public enum HoldReason implements WireEnum {
  DISPUTED,
  PAYMENT_PROMISED,
  PAYMENT_CLAIMED,
  DECEASED,
  REPRESENTED,
  INSOLVENT,
  WRONG_NUMBER,
  HARDSHIP,
  /** The identity was not confirmed twice in a row; placed by calls. */
  IDENTITY_NOT_CONFIRMED,
  VULNERABLE,
  BREATHING_SPACE,
  OTHER
}
