package eu.callorders.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequenceDefinitionTest {
  private static final Fact CREDITED = new Fact.Signal("invoice.credited");

  private static SequenceDefinition definition(Set<Fact> exits, Step... steps) {
    return new SequenceDefinition(
        "invoice.overdue", EnrollmentPolicy.ONE_ACTIVE_PER_SUBJECT, exits, Arrays.asList(steps));
  }

  private static Step wait(String id, Fact... skips) {
    CalendarDuration day = new CalendarDuration(1, Duration.ZERO);
    return new Step.WaitStep(id, new Wait(new Wait.Between(day, day), null), Set.of(skips));
  }

  @Test
  void hasItsOwnExitsAndThoseOfEverySequence() {
    SequenceDefinition definition = definition(Set.of(CREDITED), wait("w"));

    assertThat(definition.exitsOn(CREDITED)).isTrue();
    assertThat(definition.exitsOn(Fact.Condition.DO_NOT_CALL)).isTrue();
    for (String type : List.of("payment.received", "claim.withdrawn", "claim.disputed")) {
      assertThat(definition.exitsOn(new Fact.Signal(type))).isTrue();
    }
    assertThat(definition.exitsOn(new Fact.Signal("invoice.overdue"))).isFalse();
    assertThat(definition.exitsOn(new Fact.Signal("do_not_call"))).isFalse();
    assertThat(definition.exitsOn(Fact.Condition.SUBJECT_REACHED)).isFalse();
    assertThat(
            definition(Set.of(Fact.Condition.SUBJECT_REACHED), wait("w"))
                .exitsOn(Fact.Condition.SUBJECT_REACHED))
        .isTrue();
  }

  @Test
  void collectsTheFactsOfAllWaits() {
    assertThat(
            definition(
                    Set.of(Fact.Condition.DO_NOT_CALL),
                    wait("one", CREDITED),
                    new Step.CreateOrderStep("call", null),
                    wait("two", Fact.Condition.SUBJECT_REACHED, CREDITED))
                .waitFacts())
        .containsExactlyInAnyOrder(CREDITED, Fact.Condition.SUBJECT_REACHED);
  }

  @Test
  void requiresAStep() {
    assertThatThrownBy(() -> definition(Set.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void exitRuleMatchesAValueOfEitherList() {
    Step.CreateOrderStep step =
        new Step.CreateOrderStep(
            "call", new ExitRule(Set.of("payment_promised"), Set.of("wrong_number"), "why"));

    assertThat(step.exitReason("payment_promised", "subject_reached"))
        .isEqualTo(Optional.of("why"));
    assertThat(step.exitReason("no_outcome", "wrong_number")).isEqualTo(Optional.of("why"));
    assertThat(step.exitReason("wrong_number", "payment_promised")).isEmpty();
    assertThat(new Step.CreateOrderStep("call", null).exitReason("payment_promised", "x"))
        .isEmpty();
  }
}
