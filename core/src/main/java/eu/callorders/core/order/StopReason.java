package eu.callorders.core.order;

import java.util.Locale;

/** Why an order ends before its work is done, other than by the client's cancel. */
public enum StopReason {
  ENROLLMENT_CANCELED,
  /** Its enrollment was exited or replaced. */
  SEQUENCE_EXITED,
  /** The subject, or every phone of the order, is suppressed. */
  SUPPRESSED,
  /** The client has received the payment. */
  PAYMENT_RECEIVED,
  /** The client no longer collects the claim. */
  CLAIM_WITHDRAWN;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The reason of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static StopReason of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
