package eu.callorders.core.hold;

import java.util.Locale;

/** Whether a hold stands, and how it ended. */
public enum HoldStatus {
  ACTIVE,
  RELEASED,
  /** Its {@code until} has come. */
  EXPIRED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The status of that wire form; throws {@link IllegalArgumentException} if unknown. */
  public static HoldStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
