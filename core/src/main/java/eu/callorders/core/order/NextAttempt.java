package eu.callorders.core.order;

import java.time.Instant;

/** What is left to do for an order. */
public sealed interface NextAttempt {

  /** Dial that number then. */
  record At(Instant at, String phone) implements NextAttempt {}

  /** Every attempt has been used up. */
  record AttemptsSpent() implements NextAttempt {}

  /** No permitted instant is left before the order runs out. */
  record NoInstantLeft() implements NextAttempt {}

  /** The network has reported every number of the order as unallocated. */
  record NoContactLeft() implements NextAttempt {}

  /** The numbers that are left, or the person, must not be called. */
  record AllSuppressed() implements NextAttempt {}
}
