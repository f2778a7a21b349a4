package eu.callorders.core.order;

import eu.callorders.core.wire.WireEnum;

/** Why an order ends before its work is done, other than by the client's cancel. */
public enum StopReason implements WireEnum {
  ENROLLMENT_CANCELED,
  /** Its enrollment was exited or replaced. */
  SEQUENCE_EXITED,
  /** The subject, or every phone of the order, is suppressed. */
  SUPPRESSED,
  /** The client has received the payment. */
  PAYMENT_RECEIVED,
  /** The client no longer collects the claim. */
  CLAIM_WITHDRAWN;

  /** The reason of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static StopReason of(String wire) {
    return WireEnum.parse(StopReason.class, wire);
  }
}
