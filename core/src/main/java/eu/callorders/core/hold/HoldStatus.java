package eu.callorders.core.hold;

import eu.callorders.core.wire.WireEnum;

/** Whether a hold stands, and how it ended. */
public enum HoldStatus implements WireEnum {
  ACTIVE,
  RELEASED,
  /** Its {@code until} has come. */
  EXPIRED;

  /** The status of that wire form; throws {@link IllegalArgumentException} if unknown. */
  public static HoldStatus of(String wire) {
    return WireEnum.parse(HoldStatus.class, wire);
  }
}
