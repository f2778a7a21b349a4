package eu.callorders.console.form;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldsTest {
  private static final Problem.Fault LONG =
      new Problem.Fault("/notes", "max_length", "200 at most");
  private static final Problem.Fault ODD = new Problem.Fault("/notes", "odd", "sounds odd");
  private static final Problem.Fault ELSEWHERE = new Problem.Fault("/table", "required", "which?");

  private final SampleForm meal = new SampleForm();

  private boolean blame(Problem.Fault... faults) {
    return meal.blame(
        new Failure.Refused(new Problem(422, "validation_failed", "", "", "", List.of(faults))));
  }

  private String fault(String field) {
    return meal.fault(field).get();
  }

  @Test
  void writesFaultsToTheirFieldsInTheWordsOfTheOperator() {
    assertThat(blame(LONG, ODD)).isTrue();
    assertThat(fault(SampleForm.NOTES)).isEqualTo(FailureMessage.of(LONG) + "\nsounds odd");
    assertThat(fault(SampleForm.DISH)).isEmpty();
    assertThat(meal.firstFault()).contains(SampleForm.NOTES);
    meal.acquit();
    assertThat(fault(SampleForm.NOTES)).isEmpty();
    assertThat(meal.firstFault()).isEmpty();
  }

  @Test
  void tellsWhenSomethingIsAboutNoField() {
    assertThat(blame(ELSEWHERE, LONG)).isFalse();
    assertThat(fault(SampleForm.NOTES)).as("the others").isNotEmpty();
    assertThat(blame(LONG, ELSEWHERE)).isFalse();
    assertThat(blame()).isFalse();
    assertThat(meal.blame(new Failure.Revoked())).isFalse();
  }

  @Test
  void leadsToTheFirstFaultInTheOrderOfItsFields() {
    meal.blame(SampleForm.SIZE, "too large");
    meal.blame(SampleForm.NOTES, "too long");
    assertThat(meal.firstFault()).contains(SampleForm.NOTES);
  }

  @Test
  void takesBlanksAroundATextForNothing() {
    meal.value(SampleForm.DISH).set("  soup ");
    assertThat(meal.text(SampleForm.DISH)).isEqualTo("soup");
    meal.value(SampleForm.DISH).set(null);
    assertThat(meal.text(SampleForm.DISH)).isEmpty();
  }
}
