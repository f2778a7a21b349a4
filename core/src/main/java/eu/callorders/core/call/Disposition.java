package eu.callorders.core.call;

import eu.callorders.core.wire.WireEnum;

/** How an attempt ended. A closed enum of the contract. */
public enum Disposition implements WireEnum {
  ANSWERED,
  NO_ANSWER,
  BUSY,
  VOICEMAIL,
  FAILED,
  CANCELED;

  /** The disposition of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static Disposition of(String wire) {
    return WireEnum.parse(Disposition.class, wire);
  }
}
