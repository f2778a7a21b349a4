package eu.callorders.core.order;

import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;

/** The next attempt of an order, or why there is none. */
public sealed interface NextAttempt {

  record At(Instant at, PhoneNumber phone) implements NextAttempt {}

  record AttemptsSpent() implements NextAttempt {}

  /** No permitted instant is left before the order expires. */
  record NoInstantLeft() implements NextAttempt {}

  /** Holds bar every phone that is left, and the order expires. */
  record Held() implements NextAttempt {}

  /** The network reported every phone of the order as unallocated. */
  record NoContactLeft() implements NextAttempt {}

  /** The remaining phones, or the subject, are suppressed. */
  record AllSuppressed() implements NextAttempt {}
}
