package eu.callorders.core.outcome;

import eu.callorders.core.call.Findings;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.hold.HoldReason;
import eu.callorders.core.promise.PromiseTerms;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides which hold follows from the outcome of a call. */
public final class OutcomeDecider {
  private OutcomeDecider() {}

  /** The hold by the tenant's rules; empty for none. */
  public static Optional<HoldTerms> decide(OutcomeRules rules, CallOutcome outcome) {
    SummaryCode code = outcome.conversation().summary();
    if (code == SummaryCode.IDENTITY_NOT_CONFIRMED && !outcome.repeated()) {
      return Optional.empty();
    }
    return rules
        .rule(code)
        .map(rule -> new HoldTerms(reason(code), scope(rule, outcome), until(code, rule, outcome)));
  }

  private static HoldReason reason(SummaryCode code) {
    return switch (code) {
      case WRONG_NUMBER -> HoldReason.WRONG_NUMBER;
      case DECEASED_REPORTED -> HoldReason.DECEASED;
      case REPRESENTED -> HoldReason.REPRESENTED;
      case INSOLVENCY_REPORTED -> HoldReason.INSOLVENT;
      case DISPUTED -> HoldReason.DISPUTED;
      case PAYMENT_CLAIMED -> HoldReason.PAYMENT_CLAIMED;
      case PAYMENT_PROMISED -> HoldReason.PAYMENT_PROMISED;
      case HARDSHIP_STATED -> HoldReason.HARDSHIP;
      case IDENTITY_NOT_CONFIRMED -> HoldReason.IDENTITY_NOT_CONFIRMED;
      default -> throw new IllegalArgumentException("no rule of " + code.wire());
    };
  }

  /** A claim that no number names is held with the person. */
  private static HoldScope scope(OutcomeRule rule, CallOutcome outcome) {
    return rule.scope() == HoldScope.CLAIM && !outcome.hasClaim()
        ? HoldScope.SUBJECT
        : rule.scope();
  }

  private static @Nullable Instant until(SummaryCode code, OutcomeRule rule, CallOutcome outcome) {
    Integer days = rule.days();
    if (days == null) {
      return null;
    }
    return code == SummaryCode.PAYMENT_PROMISED
        ? promise(outcome, days).graceEndsAt()
        : outcome.at().atZone(outcome.zone()).plusDays(days).toInstant();
  }

  private static PromiseTerms promise(CallOutcome outcome, int graceDays) {
    Findings.PaymentPromise promise = outcome.conversation().findings().paymentPromise();
    return PromiseTerms.of(
        promise == null ? null : promise.on(), outcome.day(), graceDays, outcome.zone());
  }
}
