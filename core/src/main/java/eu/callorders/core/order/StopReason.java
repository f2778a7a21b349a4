package eu.callorders.core.order;

import java.util.Locale;

/** Why an order is to end before its work is done, other than by the client's cancel. */
public enum StopReason {
  /** Its enrollment was cancelled. */
  ENROLLMENT_CANCELED,
  /** Its enrollment was exited or replaced. */
  SEQUENCE_EXITED,
  /** The person, or every number of the order, must not be called. */
  SUPPRESSED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The reason of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static StopReason of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
