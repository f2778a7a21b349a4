package eu.callorders.core.sequence;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One step of a sequence. */
public sealed interface Step {

  /** Unique within its version. */
  String id();

  /**
   * Waits.
   *
   * @param skipRemainingIf facts that make the remaining steps unnecessary
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

    /** The exit reason if this result ends the enrollment. */
    public Optional<String> exitReason(String summaryCode, String reachability) {
      return exitWhen != null && exitWhen.matches(summaryCode, reachability)
          ? Optional.of(exitWhen.reason())
          : Optional.empty();
    }
  }
}
