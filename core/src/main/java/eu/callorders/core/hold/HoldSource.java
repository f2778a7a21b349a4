package eu.callorders.core.hold;

import java.util.Locale;

/** Who has placed a hold. */
public enum HoldSource {
  API,
  /** The report of a call. */
  CALL_RESULT,
  OPERATOR,
  SIGNAL;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The source of that wire form; throws {@link IllegalArgumentException} if unknown. */
  public static HoldSource of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
