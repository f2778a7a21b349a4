package eu.callorders.core.sequence;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The definition of one version of a sequence.
 *
 * @param trigger type of the signal that enrolls its subject
 * @param exits facts that end an enrollment, beside those that end every one
 * @param steps at least one
 */
public record SequenceDefinition(
    String trigger, EnrollmentPolicy policy, Set<Fact> exits, List<Step> steps) {
  public SequenceDefinition {
    exits = Set.copyOf(exits);
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("a sequence needs at least one step");
    }
  }

  public boolean exitsOn(Fact fact) {
    return fact == Fact.Condition.DO_NOT_CALL
        || Fact.PLATFORM_SIGNALS.contains(fact)
        || exits.contains(fact);
  }

  /** The facts that a wait depends on; others need not be stored. */
  public Set<Fact> waitFacts() {
    Set<Fact> facts = new HashSet<>();
    for (Step step : steps) {
      if (step instanceof Step.WaitStep wait) {
        facts.addAll(wait.skipRemainingIf());
      }
    }
    return facts;
  }
}
