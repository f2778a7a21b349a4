package eu.callorders.core.dial;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialDecision;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.PastAttempt;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Why an order is or is not dialed.
 *
 * @param nextPossibleAt the first instant at which it can be dialed as far as known; null when
 *     unknown or never
 */
public record DialExplanation(
    boolean dialable, @Nullable Instant nextPossibleAt, List<RuleVerdict> rules) {
  private static final Set<DialRule> OPERATOR_RULES =
      EnumSet.of(DialRule.HALT, DialRule.ENROLLMENT_PAUSED);

  public DialExplanation {
    rules = List.copyOf(rules);
  }

  /** For an order that has ended. */
  public static DialExplanation ofEnded(OrderState.Ended ended, Instant now) {
    return new DialExplanation(false, null, List.of(DialDecision.statusVerdict(ended, now)));
  }

  /** For an open order: the result of {@link DueOrderDecision#evaluate} at {@code now}. */
  public static DialExplanation of(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Instant now,
      Function<PhoneNumber, DialFacts> facts) {
    return switch (DueOrderDecision.evaluate(terms, history, callee, now, facts)) {
      case DueOrderDecision.Dial(var phone, var seen) ->
          new DialExplanation(true, now, seen.explanation());
      case DueOrderDecision.WaitForCall(var phone, var seen) ->
          new DialExplanation(false, null, seen);
      case DueOrderDecision.Reschedule(NextAttempt.At at, var seen) when endsAtKnownInstant(seen) ->
          new DialExplanation(false, at.at(), seen);
      case DueOrderDecision.Reschedule(var next, var seen) when !seen.isEmpty() ->
          new DialExplanation(false, null, seen);
      case DueOrderDecision.Reschedule(var next, var seen) ->
          new DialExplanation(
              false,
              null,
              DialDecision.evaluate(now, facts.apply(terms.phones().getFirst())).explanation());
    };
  }

  /** A halt or a paused enrollment ends at an unknown instant. */
  private static boolean endsAtKnownInstant(List<RuleVerdict> seen) {
    return seen.stream()
        .noneMatch(each -> OPERATOR_RULES.contains(each.rule()) && each.verdict() != Verdict.PASS);
  }
}
