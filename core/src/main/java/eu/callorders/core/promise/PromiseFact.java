package eu.callorders.core.promise;

import java.util.Optional;

/** What ends a promise. */
public enum PromiseFact {
  PAYMENT_RECEIVED,
  CLAIM_WITHDRAWN,
  /** The grace days have passed. */
  OVERDUE;

  /** The fact that a signal of this type reports. */
  public static Optional<PromiseFact> ofSignal(String type) {
    return switch (type) {
      case "payment.received" -> Optional.of(PAYMENT_RECEIVED);
      case "claim.withdrawn" -> Optional.of(CLAIM_WITHDRAWN);
      default -> Optional.empty();
    };
  }
}
