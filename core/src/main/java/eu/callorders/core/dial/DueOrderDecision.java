package eu.callorders.core.dial;

import eu.callorders.core.capacity.DialDecision;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.PastAttempt;
import eu.callorders.core.order.RetryPlan;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** What becomes of an order whose instant has come. */
public sealed interface DueOrderDecision {
  /** These pass when an attempt ends, at an instant that is unknown until then. */
  Set<DialRule> BUSY = Set.of(DialRule.SUBJECT_BUSY, DialRule.NUMBER_BUSY);

  /** Its intent to dial is written. */
  record Dial(String phone, DialDecision.Allowed seen) implements DueOrderDecision {}

  /**
   * It is planned again, or ends.
   *
   * @param seen what every rule says; empty when there was nothing left to dial
   */
  record Reschedule(NextAttempt next, List<RuleVerdict> seen) implements DueOrderDecision {
    public Reschedule {
      seen = List.copyOf(seen);
    }
  }

  /**
   * It waits as it is until the active attempt ends that keeps the person or the number busy. No
   * other contact of the order takes its turn meanwhile.
   *
   * @param phone the number that would be dialed
   */
  record WaitForCall(String phone, List<RuleVerdict> seen) implements DueOrderDecision {
    public WaitForCall {
      seen = List.copyOf(seen);
    }
  }

  /**
   * Judges an order that is due at {@code now}, under all locks.
   *
   * @param history the order's attempts that counted, oldest first
   * @param facts about a dial of that number; asked only when there is something left to dial
   */
  static DueOrderDecision judge(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Instant now,
      Function<String, DialFacts> facts) {
    NextAttempt next = RetryPlan.earliest(terms, history, callee, now);
    if (!(next instanceof NextAttempt.At at)) {
      return new Reschedule(next, List.of());
    }
    return switch (DialDecision.at(now, facts.apply(at.phone()))) {
      case DialDecision.Allowed allowed -> new Dial(at.phone(), allowed);
      case DialDecision.Wait wait when waitsForCall(wait) ->
          new WaitForCall(at.phone(), wait.explanation());
      case DialDecision.Wait wait ->
          new Reschedule(
              RetryPlan.earliest(terms, history, callee, wait.until()), wait.explanation());
      case DialDecision.Blocked blocked ->
          new Reschedule(
              butNot(at.phone(), RetryPlan.earliest(terms, history, callee, over(blocked, now))),
              blocked.explanation());
    };
  }

  /** Whether an active attempt is all that is in the way. */
  private static boolean waitsForCall(DialDecision.Wait wait) {
    return wait.explanation().stream()
        .filter(each -> each.verdict() == Verdict.WAIT)
        .allMatch(each -> BUSY.contains(each.rule()));
  }

  /** What is blocked gets no further turn. */
  private static NextAttempt butNot(String blocked, NextAttempt next) {
    return next instanceof NextAttempt.At at && at.phone().equals(blocked)
        ? new NextAttempt.NoInstantLeft()
        : next;
  }

  /**
   * When nothing but the window would bar the blocked number any more: another number of the order
   * may have its turn from then on.
   */
  private static Instant over(DialDecision.Blocked blocked, Instant now) {
    return DialDecision.clear(now, blocked.explanation()).orElse(now);
  }
}
