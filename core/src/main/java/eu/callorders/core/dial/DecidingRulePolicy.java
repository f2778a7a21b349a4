package eu.callorders.core.dial;

import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.OrderState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which rule decides when an order is dialed. A plan follows from the other rules, so the order's
 * status decides only while an attempt is running, or when nothing else delays the order as long.
 */
final class DecidingRulePolicy {
  /** Without an instant, these wait for an action. */
  private static final Set<DialRule> BY_ACTION =
      Set.of(DialRule.HOLD, DialRule.COUNTRY, DialRule.HALT, DialRule.ENROLLMENT_PAUSED);

  /** The database rounds a planned instant to microseconds. */
  private static final Duration ROUNDING = Duration.ofMillis(1);

  private DecidingRulePolicy() {}

  /** Empty when every rule passes. */
  static Optional<RuleVerdict> decide(Instant now, DialFacts facts, List<RuleVerdict> verdicts) {
    OrderState state = facts.order().state();
    if (state instanceof OrderState.Dialing || state instanceof OrderState.InProgress) {
      return first(verdicts, each -> each.rule() == DialRule.ORDER_STATUS);
    }
    return first(verdicts, each -> each.verdict() == Verdict.BLOCK)
        .or(() -> first(verdicts, DecidingRulePolicy::waitsForAction))
        .or(() -> lastToEnd(now, facts, verdicts))
        .or(() -> first(verdicts, each -> waits(each) && each.rule() != DialRule.ORDER_STATUS))
        .or(() -> first(verdicts, DecidingRulePolicy::waits));
  }

  /** The wait that ends last, of those that end at a known instant. */
  private static Optional<RuleVerdict> lastToEnd(
      Instant now, DialFacts facts, List<RuleVerdict> verdicts) {
    List<RuleVerdict> ending = verdicts.stream().filter(each -> each.until() != null).toList();
    Optional<RuleVerdict> last =
        ending.stream()
            .filter(each -> each.rule() != DialRule.ORDER_STATUS)
            .reduce((one, other) -> end(other).isAfter(end(one)) ? other : one);
    Optional<Instant> opening =
        facts.order().window().nextPermitted(last.map(DecidingRulePolicy::end).orElse(now));
    return first(ending, each -> each.rule() == DialRule.ORDER_STATUS)
        .filter(plan -> opening.isPresent() && isAfter(end(plan), opening.get()))
        .or(() -> last);
  }

  private static boolean isAfter(Instant planned, Instant opening) {
    return planned.isAfter(opening.plus(ROUNDING));
  }

  private static Instant end(RuleVerdict verdict) {
    return Objects.requireNonNull(verdict.until());
  }

  /** Whether the rule passes at an unknown instant, after an action. */
  static boolean waitsForAction(RuleVerdict verdict) {
    return waits(verdict) && BY_ACTION.contains(verdict.rule()) && verdict.until() == null;
  }

  private static boolean waits(RuleVerdict verdict) {
    return verdict.verdict() == Verdict.WAIT;
  }

  private static Optional<RuleVerdict> first(
      List<RuleVerdict> verdicts, Predicate<RuleVerdict> condition) {
    return verdicts.stream().filter(condition).findFirst();
  }
}
