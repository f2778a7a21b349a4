package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.outcome.HoldScope;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.tenant.Tenant;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Notices on sandbox orders: phone digits that do not select the outcome, and holds that live would
 * place after a result.
 */
public final class SandboxNotice {
  static final String HEADER = "Sandbox-Notice";

  /** For a live environment. */
  public static final SandboxNotice NONE = new SandboxNotice(phone -> true, "", false);

  private static final String TEXT =
      "A phone number of this order is outside the ranges reserved for fiction, so its digits"
          + " choose no outcome";

  private final Predicate<PhoneNumber> isFictional;
  private final String text;
  private final boolean isSandbox;

  /**
   * @param simulated whether the simulator of this process answers the calls
   */
  public SandboxNotice(Predicate<PhoneNumber> isFictional, boolean simulated) {
    this(
        isFictional,
        simulated
            ? TEXT + ": its calls are answered with no_outcome, unless simulate says otherwise."
            : TEXT + ".",
        true);
  }

  private SandboxNotice(Predicate<PhoneNumber> isFictional, String text, boolean isSandbox) {
    this.isFictional = isFictional;
    this.text = text;
    this.isSandbox = isSandbox;
  }

  /** Empty if every phone is in a range reserved for fiction. */
  public Optional<String> forOrder(CallOrder order) {
    return order.phones().stream().allMatch(isFictional) ? Optional.empty() : Optional.of(text);
  }

  /** What live would hold after the order's result; empty where the tenant has a rule for it. */
  Optional<String> forResult(CallOrder order, Tenant tenant) {
    if (!isSandbox || !(order.state() instanceof OrderState.Ended ended)) {
      return Optional.empty();
    }
    SummaryCode code = ended.result().summaryCode();
    return tenant.outcomes().rules().rule(code).isPresent()
        ? Optional.empty()
        : OutcomeRules.PROTECTIVE.rule(code).map(rule -> held(code, rule.scope()));
  }

  private static String held(SummaryCode code, HoldScope scope) {
    String whom = scope == HoldScope.NUMBER ? "that number of that person" : "that person";
    return "After "
        + code.wire()
        + " the default rules of a live tenant hold "
        + whom
        + " until the hold is released; this tenant has no rule for it.";
  }
}
