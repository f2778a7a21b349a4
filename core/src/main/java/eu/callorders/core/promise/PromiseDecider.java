package eu.callorders.core.promise;

import java.util.Optional;

/** The state machine of a promise: it is open until the first fact that ends it. */
public final class PromiseDecider {
  private PromiseDecider() {}

  /** The status that follows from a fact; empty when nothing changes. */
  public static Optional<PromiseStatus> decide(PromiseStatus status, PromiseFact fact) {
    if (status != PromiseStatus.OPEN) {
      return Optional.empty();
    }
    return Optional.of(
        switch (fact) {
          case PAYMENT_RECEIVED -> PromiseStatus.KEPT;
          case CLAIM_WITHDRAWN -> PromiseStatus.WITHDRAWN;
          case OVERDUE -> PromiseStatus.BROKEN;
        });
  }
}
