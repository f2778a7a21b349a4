package eu.callorders.core.call;

import java.util.Locale;

/** How an attempt ended. A closed enum of the contract. */
public enum Disposition {
  ANSWERED,
  NO_ANSWER,
  BUSY,
  VOICEMAIL,
  FAILED,
  CANCELED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The disposition of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static Disposition of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
