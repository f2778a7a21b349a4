package eu.callorders.server.tenant;

import eu.callorders.core.outcome.OutcomeRules;
import org.jspecify.annotations.Nullable;

/**
 * What results and signals of a tenant lead to.
 *
 * @param rules the outcomes that lead to holds
 * @param signalsEndOrders whether a payment or a withdrawn claim releases holds and cancels orders
 * @param promiseGraceDays calendar days after the promised one until a promise is broken
 * @param promiseSignal type of the signal that a broken promise emits; null for none
 */
public record OutcomeSettings(
    OutcomeRules rules,
    boolean signalsEndOrders,
    int promiseGraceDays,
    @Nullable String promiseSignal) {
  private static final int GRACE_DAYS = 3;

  /** Settings under which no result and no signal leads to a hold or ends an order. */
  public static final OutcomeSettings NONE =
      new OutcomeSettings(OutcomeRules.NONE, false, GRACE_DAYS, null);

  /** The settings of new live tenants: calls that harm people are barred. */
  static final OutcomeSettings PROTECTIVE = NONE.with(OutcomeRules.PROTECTIVE);

  public OutcomeSettings with(OutcomeRules changed) {
    return new OutcomeSettings(changed, signalsEndOrders, promiseGraceDays, promiseSignal);
  }
}
