package eu.callorders.core.capacity;

import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.window.WindowVerdict;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What each rule says of a dial, one by one. */
final class DialRules {
  private DialRules() {}

  static List<RuleVerdict> verdicts(Instant now, DialFacts facts) {
    return Arrays.stream(DialRule.values()).map(rule -> verdict(rule, now, facts)).toList();
  }

  private static RuleVerdict verdict(DialRule rule, Instant now, DialFacts facts) {
    Instant soon = now.plus(DialDecision.LOOK_AGAIN);
    return switch (rule) {
      case SUPPRESSION ->
          facts.suppressed()
              ? new RuleVerdict(rule, Verdict.BLOCK, null, "The person must not be called.")
              : pass(rule, "Nobody has objected to calls.");
      case HALT ->
          facts.halted()
              ? wait(rule, soon, "Dialling is halted.")
              : pass(rule, "Dialling is not halted.");
      case WINDOW -> window(now, facts);
      case PERSON_BUSY ->
          facts.personBusy()
              ? wait(rule, soon, "Another call to the person is running.")
              : pass(rule, "No other call to the person is running.");
      case MINIMUM_GAP ->
          now.isBefore(facts.gapOver())
              ? wait(rule, facts.gapOver(), "The last attempt at the person was too recent.")
              : pass(rule, "The last attempt at the person is long enough ago.");
      case CONTACTS_PER_DAY -> quota(rule, facts.contacts(), facts.personDayEnds());
      case DIALS_PER_DAY -> quota(rule, facts.dials(), facts.tenantDayEnds());
      case CONCURRENT_CALLS -> quota(rule, facts.calls(), soon);
    };
  }

  private static RuleVerdict window(Instant now, DialFacts facts) {
    Optional<Instant> next = facts.window().nextPermitted(now);
    if (next.isPresent() && next.get().equals(now)) {
      return pass(DialRule.WINDOW, "The calling window is open.");
    }
    String why =
        facts.window().explained(now).verdicts().stream()
            .filter(verdict -> !verdict.permits())
            .map(WindowVerdict::message)
            .collect(Collectors.joining(" ", "The calling window is closed. ", ""));
    return next.map(until -> wait(DialRule.WINDOW, until, why))
        .orElseGet(
            () ->
                new RuleVerdict(DialRule.WINDOW, Verdict.BLOCK, null, why + " It opens no more."));
  }

  private static RuleVerdict quota(DialRule rule, Quota quota, Instant until) {
    String figures = quota.used() + " of " + quota.limit() + " are used.";
    return quota.usedUp() ? wait(rule, until, figures) : pass(rule, figures);
  }

  private static RuleVerdict pass(DialRule rule, String message) {
    return new RuleVerdict(rule, Verdict.PASS, null, message);
  }

  private static RuleVerdict wait(DialRule rule, Instant until, String message) {
    return new RuleVerdict(rule, Verdict.WAIT, until, message);
  }
}
