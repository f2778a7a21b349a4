package eu.callorders.core.sequence;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One rung of a ladder. */
public sealed interface Step {

  /** Unique within its version. */
  String id();

  /**
   * Lets time pass.
   *
   * @param length how long
   * @param skipRemainingIf facts by which the rest of the ladder is not needed
   */
  record WaitStep(String id, Wait length, Set<Fact> skipRemainingIf) implements Step {
    public WaitStep {
      skipRemainingIf = Set.copyOf(skipRemainingIf);
    }
  }

  /**
   * Creates an order and waits for its result.
   *
   * @param exitWhen null: the next step follows whatever the result
   */
  record CreateOrderStep(String id, @Nullable ExitRule exitWhen) implements Step {

    /** Why the enrollment ends by this result; empty when it goes on. */
    public Optional<String> exitReason(String summaryCode, String reachability) {
      return exitWhen != null && exitWhen.matches(summaryCode, reachability)
          ? Optional.of(exitWhen.reason())
          : Optional.empty();
    }
  }
}
