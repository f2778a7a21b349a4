package eu.callorders.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Thousands of random lives of a person's orders, each checked at every step. */
class RandomOrderLifecycleTest {
  private static final int LIVES = 5_000;

  @Test
  void everyLifeKeepsTheRulesAndEndsOnceWithAResult() {
    Set<OrderStatus> ends = EnumSet.noneOf(OrderStatus.class);
    Set<String> summaries = new TreeSet<>();
    for (int seed = 0; seed < LIVES; seed++) {
      SubjectLifecycle life = new SubjectLifecycle(new Random(seed));
      try {
        life.live();
      } catch (AssertionError | RuntimeException broken) {
        throw new AssertionError("seed " + seed + ": " + life, broken);
      }
      for (OrderState.Ended end : life.ends()) {
        ends.add(end.status());
        summaries.add(end.result().summaryCode().wire());
      }
    }

    assertThat(ends).as("the lives are varied enough").hasSize(4);
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
