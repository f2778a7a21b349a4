package eu.callorders.core.capacity;

import java.time.Instant;
import java.util.List;

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
   * Never: {@link DialRule#SUPPRESSION}, or {@link DialRule#WINDOW} when no permitted instant is
   * left.
   */
  record Blocked(DialRule by, List<RuleVerdict> explanation) implements DialDecision {
    public Blocked {
      explanation = List.copyOf(explanation);
    }
  }

  /** Judges a dial at {@code now}. */
  static DialDecision at(Instant now, DialFacts facts) {
    return new Allowed(List.of());
  }
}
