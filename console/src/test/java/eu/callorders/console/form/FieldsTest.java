package eu.callorders.console.form;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldsTest {
  private static final Problem.FieldError LONG =
      new Problem.FieldError("/notes", "max_length", "200 at most");
  private static final Problem.FieldError ODD =
      new Problem.FieldError("/notes", "odd", "sounds odd");
  private static final Problem.FieldError ELSEWHERE =
      new Problem.FieldError("/table", "required", "which?");

  private final SampleForm form = new SampleForm();

  private boolean setErrors(Problem.FieldError... errors) {
    return form.setError(
        new Failure.Refused(new Problem(422, "validation_failed", "", "", "", List.of(errors))));
  }

  private String error(String field) {
    return form.error(field).get();
  }

  @Test
  void showsTranslatedErrorsAtTheirFields() {
    assertThat(setErrors(LONG, ODD)).isTrue();
    assertThat(error(SampleForm.NOTES)).isEqualTo(FailureMessage.of(LONG) + "\nsounds odd");
    assertThat(error(SampleForm.DISH)).isEmpty();
    assertThat(form.firstInvalid()).contains(SampleForm.NOTES);
    form.clearErrors();
    assertThat(error(SampleForm.NOTES)).isEmpty();
    assertThat(form.firstInvalid()).isEmpty();
  }

  @Test
  void reportsErrorsOfUnknownFields() {
    assertThat(setErrors(ELSEWHERE, LONG)).isFalse();
    assertThat(error(SampleForm.NOTES)).as("the others").isNotEmpty();
    assertThat(setErrors(LONG, ELSEWHERE)).isFalse();
    assertThat(setErrors()).isFalse();
    assertThat(form.setError(new Failure.Revoked())).isFalse();
  }

  @Test
  void findsTheFirstErrorInDisplayOrder() {
    form.setError(SampleForm.SIZE, "too large");
    form.setError(SampleForm.NOTES, "too long");
    assertThat(form.firstInvalid()).contains(SampleForm.NOTES);
  }

  @Test
  void stripsBlanks() {
    form.value(SampleForm.DISH).set("  soup ");
    assertThat(form.text(SampleForm.DISH)).isEqualTo("soup");
    form.value(SampleForm.DISH).set(null);
    assertThat(form.text(SampleForm.DISH)).isEmpty();
  }
}
