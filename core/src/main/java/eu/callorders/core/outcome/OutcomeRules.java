package eu.callorders.core.outcome;

import eu.callorders.core.call.SummaryCode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A tenant's table of outcomes that lead to holds; an outcome without a row leads to none.
 *
 * @param rows by one of the {@link #CODES}
 */
public record OutcomeRules(Map<SummaryCode, OutcomeRule> rows) {
  /** The outcomes that can have a rule. */
  public static final List<SummaryCode> CODES =
      List.of(
          SummaryCode.WRONG_NUMBER,
          SummaryCode.DECEASED_REPORTED,
          SummaryCode.REPRESENTED,
          SummaryCode.INSOLVENCY_REPORTED,
          SummaryCode.DISPUTED,
          SummaryCode.PAYMENT_CLAIMED,
          SummaryCode.PAYMENT_PROMISED,
          SummaryCode.HARDSHIP_STATED,
          SummaryCode.IDENTITY_NOT_CONFIRMED);

  /** No outcome leads to a hold. */
  public static final OutcomeRules NONE = new OutcomeRules(Map.of());

  /** Outcomes after which further calls harm people: in force for new live tenants. */
  public static final OutcomeRules PROTECTIVE =
      new OutcomeRules(
          Map.of(
              SummaryCode.WRONG_NUMBER, OutcomeRule.untilReleased(HoldScope.NUMBER),
              SummaryCode.DECEASED_REPORTED, OutcomeRule.untilReleased(HoldScope.SUBJECT),
              SummaryCode.REPRESENTED, OutcomeRule.untilReleased(HoldScope.SUBJECT),
              SummaryCode.INSOLVENCY_REPORTED, OutcomeRule.untilReleased(HoldScope.SUBJECT)));

  /** The whole table. */
  public static final OutcomeRules RECOMMENDED =
      PROTECTIVE.with(
          Map.of(
              SummaryCode.DISPUTED, OutcomeRule.untilReleased(HoldScope.CLAIM),
              SummaryCode.PAYMENT_CLAIMED, new OutcomeRule(HoldScope.CLAIM, 10),
              SummaryCode.PAYMENT_PROMISED, new OutcomeRule(HoldScope.CLAIM, 3),
              SummaryCode.HARDSHIP_STATED, new OutcomeRule(HoldScope.SUBJECT, 30),
              SummaryCode.IDENTITY_NOT_CONFIRMED, new OutcomeRule(HoldScope.NUMBER, 30)));

  public OutcomeRules {
    if (!CODES.containsAll(rows.keySet())) {
      throw new IllegalArgumentException("outcomes without a rule: " + rows.keySet());
    }
    rows = rows.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(rows));
  }

  public Optional<OutcomeRule> rule(SummaryCode code) {
    return Optional.ofNullable(rows.get(code));
  }

  private OutcomeRules with(Map<SummaryCode, OutcomeRule> further) {
    Map<SummaryCode, OutcomeRule> all = new EnumMap<>(rows);
    all.putAll(further);
    return new OutcomeRules(all);
  }
}
