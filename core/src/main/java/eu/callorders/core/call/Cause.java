package eu.callorders.core.call;

import java.util.Locale;

/** Why an attempt ended as it did, as far as it bears on what follows. */
public enum Cause {
  /** The ordinary cause of its disposition. */
  NORMAL,
  /** The person's side declined: not again before 24 hours. */
  DECLINED,
  /** The number does not exist: not again in this order. */
  NUMBER_INVALID,
  /** The network failed after it had tried; an attempt is used up. */
  CARRIER_FAULT,
  /** The call was diverted; a diversion is never followed. */
  REDIRECTED,
  /** The gateway or the carrier refuses this order for good. */
  REFUSED,
  /** Nobody can tell what became of it. */
  OUTCOME_UNKNOWN,
  /** We stopped it. */
  STOPPED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The cause of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static Cause of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
