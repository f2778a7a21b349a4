package eu.callorders.core.capacity;

import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.OrderState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Whether a person may be dialled now, and if not, why and when to look again. */
public sealed interface DialDecision {

  /** What every rule says, in the order of {@link DialRule}. */
  List<RuleVerdict> explanation();

  /** Dial. */
  record Allowed(List<RuleVerdict> explanation) implements DialDecision {
    public Allowed {
      explanation = List.copyOf(explanation);
    }
  }

  /** Look again at that instant, which lies in the calling window. */
  record Wait(Instant until, List<RuleVerdict> explanation) implements DialDecision {
    public Wait {
      explanation = List.copyOf(explanation);
    }
  }

  /**
   * Never, unless the facts change: by the first rule that says so, {@link DialRule#WINDOW} when no
   * permitted instant is left.
   */
  record Blocked(DialRule by, List<RuleVerdict> explanation) implements DialDecision {
    public Blocked {
      explanation = List.copyOf(explanation);
    }
  }

  /** When to look again at what ends at no known instant. */
  Duration LOOK_AGAIN = Duration.ofSeconds(5);

  /** Judges a dial at {@code now}. */
  static DialDecision at(Instant now, DialFacts facts) {
    List<RuleVerdict> verdicts = DialRuleChecks.verdicts(now, facts);
    Optional<RuleVerdict> block =
        verdicts.stream().filter(each -> each.verdict() == Verdict.BLOCK).findFirst();
    if (block.isPresent()) {
      return new Blocked(block.get().rule(), verdicts);
    }
    Optional<Instant> latest = clear(now, verdicts);
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

  /**
   * When everything that waits will have passed or is worth another look; empty when nothing waits.
   */
  static Optional<Instant> clear(Instant now, List<RuleVerdict> verdicts) {
    return verdicts.stream()
        .filter(each -> each.verdict() == Verdict.WAIT)
        .map(each -> each.until() == null ? now.plus(LOOK_AGAIN) : each.until())
        .max(Instant::compareTo);
  }

  /** What the order's status says of a dial. */
  static RuleVerdict ofStatus(OrderState state, Instant now) {
    return DialRuleChecks.status(now, state);
  }
}
