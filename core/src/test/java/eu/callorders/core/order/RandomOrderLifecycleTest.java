package eu.callorders.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Runs thousands of random lifecycles of a subject's orders, each verified at every step. */
class RandomOrderLifecycleTest {
  private static final int RUNS = 5_000;

  @Test
  void everyOrderKeepsTheRulesAndEndsOnceWithAResult() {
    Set<OrderStatus> ends = EnumSet.noneOf(OrderStatus.class);
    Set<String> summaries = new TreeSet<>();
    for (int seed = 0; seed < RUNS; seed++) {
      SubjectLifecycle lifecycle = new SubjectLifecycle(new Random(seed));
      try {
        lifecycle.run();
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("seed " + seed + ": " + lifecycle, failure);
      }
      for (OrderState.Ended end : lifecycle.ends()) {
        ends.add(end.status());
        summaries.add(end.result().summaryCode().wire());
      }
    }

    assertThat(ends).as("all terminal statuses occur").hasSize(4);
    assertThat(summaries)
        .contains(
            "canceled",
            "expired",
            "no_contact",
            "no_outcome",
            "number_unusable",
            "outcome_unknown",
            "suppressed",
            "technical_failure",
            "voicemail");
  }
}
