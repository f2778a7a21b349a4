package eu.callorders.core.dial;

import eu.callorders.core.call.PhoneNumber;
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

/** The decision on an order that is due. */
public sealed interface DueOrderDecision {
  /** These pass when an attempt ends, at an unknown instant. */
  Set<DialRule> BUSY = Set.of(DialRule.SUBJECT_BUSY, DialRule.NUMBER_BUSY);

  /** Write the intent to dial. */
  record Dial(PhoneNumber phone, DialDecision.Allowed decision) implements DueOrderDecision {}

  /**
   * Plan the next attempt, or end the order.
   *
   * @param verdicts the verdicts of all rules; empty when nothing was left to dial
   */
  record Reschedule(NextAttempt next, List<RuleVerdict> verdicts) implements DueOrderDecision {
    public Reschedule {
      verdicts = List.copyOf(verdicts);
    }
  }

  /**
   * Leave the order due until the active attempt ends that makes the person or the phone busy. No
   * other contact of the order is dialed meanwhile.
   *
   * @param phone the phone to dial next
   */
  record WaitForCall(PhoneNumber phone, List<RuleVerdict> verdicts) implements DueOrderDecision {
    public WaitForCall {
      verdicts = List.copyOf(verdicts);
    }
  }

  /**
   * Leave the order until one of the holds ends that bar every phone which is left.
   *
   * @param phone the phone to dial next
   */
  record Hold(PhoneNumber phone, List<RuleVerdict> verdicts) implements DueOrderDecision {
    public Hold {
      verdicts = List.copyOf(verdicts);
    }
  }

  /**
   * Evaluates an order that is due at {@code now}, under all locks.
   *
   * @param history the order's attempts that counted, oldest first
   * @param facts by phone; applied only when something is left to dial
   */
  static DueOrderDecision evaluate(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Instant now,
      Function<PhoneNumber, DialFacts> facts) {
    NextAttempt next = RetryPlan.earliestAttempt(terms, history, callee, now);
    if (!(next instanceof NextAttempt.At at)) {
      return new Reschedule(next, List.of());
    }
    DialDecision decision = DialDecision.evaluate(now, facts.apply(at.phone()));
    if (isHeld(decision)) {
      return new Hold(at.phone(), decision.explanation());
    }
    return switch (decision) {
      case DialDecision.Allowed allowed -> new Dial(at.phone(), allowed);
      case DialDecision.Wait wait when waitsForCall(wait) ->
          new WaitForCall(at.phone(), wait.explanation());
      case DialDecision.Wait wait ->
          new Reschedule(
              RetryPlan.earliestAttempt(terms, history, callee, wait.until()), wait.explanation());
      case DialDecision.Blocked blocked ->
          new Reschedule(
              excluding(
                  at.phone(),
                  RetryPlan.earliestAttempt(terms, history, callee, unblockedAt(blocked, now))),
              blocked.explanation());
    };
  }

  /** Whether a hold bars the phone and nothing does so for good. */
  private static boolean isHeld(DialDecision decision) {
    return decision.explanation().stream()
            .anyMatch(each -> each.rule() == DialRule.HOLD && each.verdict() == Verdict.WAIT)
        && decision.explanation().stream().noneMatch(each -> each.verdict() == Verdict.BLOCK);
  }

  /** Whether an active attempt is the only obstacle. */
  private static boolean waitsForCall(DialDecision.Wait wait) {
    return wait.explanation().stream()
        .filter(each -> each.verdict() == Verdict.WAIT)
        .allMatch(each -> BUSY.contains(each.rule()));
  }

  /** The blocked phone is not planned again. */
  private static NextAttempt excluding(PhoneNumber blocked, NextAttempt next) {
    return next instanceof NextAttempt.At at && at.phone().equals(blocked)
        ? new NextAttempt.NoInstantLeft()
        : next;
  }

  /**
   * When at most the window still blocks the phone; from then on another phone of the order may be
   * dialed.
   */
  private static Instant unblockedAt(DialDecision.Blocked blocked, Instant now) {
    return DialDecision.lastWaitEnd(now, blocked.explanation()).orElse(now);
  }
}
