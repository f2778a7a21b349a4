package eu.callorders.core.capacity;

import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.OrderState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Whether a subject may be dialed now, and if not, why and when to check again. */
public sealed interface DialDecision {

  /** The verdicts of all rules, in the order of {@link DialRule}. */
  List<RuleVerdict> explanation();

  record Allowed(List<RuleVerdict> explanation) implements DialDecision {
    public Allowed {
      explanation = List.copyOf(explanation);
    }
  }

  /** Check again at that instant, which lies in the calling window. */
  record Wait(Instant until, List<RuleVerdict> explanation) implements DialDecision {
    public Wait {
      explanation = List.copyOf(explanation);
    }
  }

  /**
   * Never, unless the facts change. {@code by} is the first blocking rule, or {@link
   * DialRule#WINDOW} when no permitted instant is left.
   */
  record Blocked(DialRule by, List<RuleVerdict> explanation) implements DialDecision {
    public Blocked {
      explanation = List.copyOf(explanation);
    }
  }

  /** How long to wait for a rule that passes at an unknown instant. */
  Duration RECHECK_INTERVAL = Duration.ofSeconds(5);

  /** The same for a country, which changes with the settings of the tenant only. */
  Duration COUNTRY_RECHECK_INTERVAL = Duration.ofHours(1);

  static DialDecision evaluate(Instant now, DialFacts facts) {
    List<RuleVerdict> verdicts = DialRuleChecks.verdicts(now, facts);
    Optional<RuleVerdict> block =
        verdicts.stream().filter(each -> each.verdict() == Verdict.BLOCK).findFirst();
    if (block.isPresent()) {
      return new Blocked(block.get().rule(), verdicts);
    }
    Optional<Instant> latest = lastWaitEnd(now, verdicts);
    if (latest.isEmpty()) {
      return new Allowed(verdicts);
    }
    return facts
        .order()
        .window()
        .nextPermitted(latest.get())
        .<DialDecision>map(until -> new Wait(until, verdicts))
        .orElseGet(() -> new Blocked(DialRule.WINDOW, verdicts));
  }

  /** When the last waiting rule passes or is due for a recheck; empty when none waits. */
  static Optional<Instant> lastWaitEnd(Instant now, List<RuleVerdict> verdicts) {
    return verdicts.stream()
        .filter(each -> each.verdict() == Verdict.WAIT)
        .map(each -> each.until() == null ? now.plus(recheckInterval(each)) : each.until())
        .max(Instant::compareTo);
  }

  private static Duration recheckInterval(RuleVerdict waiting) {
    return waiting.rule() == DialRule.COUNTRY ? COUNTRY_RECHECK_INTERVAL : RECHECK_INTERVAL;
  }

  static RuleVerdict statusVerdict(OrderState.Ended ended) {
    return DialRuleChecks.ended(ended);
  }
}
