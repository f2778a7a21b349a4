package eu.callorders.core.dial;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialDecision;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.PastAttempt;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why an order is or is not dialed.
 *
 * @param nextPossibleAt the first instant at which it can be dialed as far as known; null when
 *     unknown or never
 * @param rules the verdict of each rule, in the order of {@link DialRule} but for the one that
 *     decides, which is the first
 */
public record DialExplanation(
    boolean dialable, @Nullable Instant nextPossibleAt, List<RuleVerdict> rules) {

  public DialExplanation {
    rules = List.copyOf(rules);
  }

  /** Whether the order waits for an action, such as the end of a halt, or is never dialed. */
  public boolean isHeld() {
    return rules.stream()
        .anyMatch(
            each -> each.verdict() == Verdict.BLOCK || DecidingRulePolicy.waitsForAction(each));
  }

  public static DialExplanation ofEnded(OrderState.Ended ended) {
    return new DialExplanation(false, null, List.of(DialDecision.statusVerdict(ended)));
  }

  /** For an open order: the result of {@link DueOrderDecision#evaluate} at {@code now}. */
  public static DialExplanation of(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Instant now,
      Function<PhoneNumber, DialFacts> facts) {
    DialFacts dialed = facts.apply(nextPhone(terms, history, callee, now));
    return switch (DueOrderDecision.evaluate(terms, history, callee, now, facts)) {
      case DueOrderDecision.Dial(var phone, var seen) ->
          new DialExplanation(true, now, seen.explanation());
      case DueOrderDecision.WaitForCall(var phone, var seen) -> waiting(now, dialed, seen, null);
      case DueOrderDecision.Hold(var phone, var seen) ->
          held(terms, now, freedPhone(terms, history, callee, facts).orElse(phone), facts);
      case DueOrderDecision.Reschedule(NextAttempt.At at, var seen) ->
          waiting(now, dialed, seen, at.at());
      case DueOrderDecision.Reschedule(var next, var seen) when !seen.isEmpty() ->
          waiting(now, dialed, seen, null);
      case DueOrderDecision.Reschedule(var next, var seen) ->
          waiting(now, dialed, DialDecision.evaluate(now, dialed).explanation(), null);
    };
  }

  /** The first phone of the order when none is left to dial. */
  private static PhoneNumber nextPhone(
      OrderTerms terms, List<PastAttempt> history, Callee callee, Instant now) {
    return RetryPlan.earliestAttempt(terms, history, callee, now) instanceof NextAttempt.At at
        ? at.phone()
        : terms.phones().getFirst();
  }

  /** The phone that is dialed once holds end; empty when none of their ends leads to a dial. */
  private static Optional<PhoneNumber> freedPhone(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Function<PhoneNumber, DialFacts> facts) {
    Map<PhoneNumber, Instant> ends = new HashMap<>();
    for (PhoneNumber phone : terms.phones()) {
      ActiveHold.lastEnd(facts.apply(phone).order().holds()).ifPresent(end -> ends.put(phone, end));
    }
    return RetryPlan.earliestAfterHolds(terms, history, callee, ends).map(NextAttempt.At::phone);
  }

  private static DialExplanation held(
      OrderTerms terms, Instant now, PhoneNumber phone, Function<PhoneNumber, DialFacts> facts) {
    DialFacts decisive = facts.apply(phone);
    List<RuleVerdict> verdicts = DialDecision.evaluate(now, decisive).explanation();
    return waiting(now, decisive, verdicts, permittedAfter(now, terms.window(phone), verdicts));
  }

  /** The first instant in the window after all waits; null when none is left. */
  private static @Nullable Instant permittedAfter(
      Instant now, CallingWindow window, List<RuleVerdict> verdicts) {
    return DialDecision.lastWaitEnd(now, verdicts).flatMap(window::nextPermitted).orElse(null);
  }

  private static DialExplanation waiting(
      Instant now, DialFacts facts, List<RuleVerdict> verdicts, @Nullable Instant next) {
    Optional<RuleVerdict> deciding = DecidingRulePolicy.decide(now, facts, verdicts);
    boolean known =
        deciding.isPresent()
            && (deciding.get().until() != null || deciding.get().verdict() == Verdict.BLOCK)
            && verdicts.stream().noneMatch(DecidingRulePolicy::waitsForAction);
    return new DialExplanation(
        false,
        known ? next : null,
        Stream.concat(
                deciding.stream(),
                verdicts.stream().filter(each -> !deciding.equals(Optional.of(each))))
            .toList());
  }
}
