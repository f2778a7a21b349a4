package eu.callorders.core.order;

import eu.callorders.core.call.Actor;
import eu.callorders.core.wire.WireEnum;
import org.jspecify.annotations.Nullable;

/**
 * Why an order ended.
 *
 * @param note free text of the client's cancel; null when it gave none
 */
public record Termination(Actor actor, Reason reason, @Nullable String note) {

  Termination(Actor actor, Reason reason) {
    this(actor, reason, null);
  }

  /** An open registry of the contract. */
  public enum Reason implements WireEnum {
    NORMAL,
    ATTEMPTS_EXHAUSTED,
    WINDOW_CLOSED,
    HELD,
    CANCELED,
    SUPPRESSED,
    SEQUENCE_EXITED,
    NUMBER_INVALID,
    GATEWAY_REFUSED,
    OUTCOME_UNKNOWN,
    TECHNICAL,
    REPORT_OVERDUE,
    PAYMENT_RECEIVED,
    CLAIM_WITHDRAWN,
    /** An operator ended the conversation. */
    HUNG_UP
  }
}
