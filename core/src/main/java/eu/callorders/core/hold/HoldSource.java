package eu.callorders.core.hold;

import eu.callorders.core.wire.WireEnum;

/** Who has placed a hold. */
public enum HoldSource implements WireEnum {
  API,
  /** The report of a call. */
  CALL_RESULT,
  OPERATOR,
  SIGNAL;

  /** The source of that wire form; throws {@link IllegalArgumentException} if unknown. */
  public static HoldSource of(String wire) {
    return WireEnum.parse(HoldSource.class, wire);
  }
}
