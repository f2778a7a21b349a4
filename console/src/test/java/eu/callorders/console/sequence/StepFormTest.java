package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.DurationFormat;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepFormTest {
  private static final String WAIT =
      """
      {"id": "pause", "type": "wait", "after": {"min": "P2D", "max": "P3D"},
       "until": {"local_time": "10:00"},
       "skip_remaining_if": [{"type": "signal", "signal_type": "invoice.paid"},
        {"type": "subject_reached"}]}
      """;
  private static final String CALL =
      """
      {"id": "call", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"max_attempts": 3, "retry": {"min_gap_hours": 4, "later": 1},
        "window": {"not_before": "2026-07-01T12:00:30Z"},
        "local_call_times": [{"days": ["mon", "tue"], "from": "14:00", "to": "19:00"}]},
       "negotiation": {"installments": {}, "settlement": {"conclusion_mode": "record_wish_only"}},
       "delivery": {"transcript": "none"}, "variables": {"tone": "firm", "size": 5},
       "exit_when": {"summary_codes": ["disputed", "brand_new"], "reachability": ["wrong_number"]},
       "exit_reason": "settled"}
      """;

  private final Locale language = Locale.getDefault();
  private StepFormats formats;

  @BeforeEach
  void english() {
    Locale.setDefault(Locale.ENGLISH);
    formats = StepFormats.of(Texts.of(StepForm.class));
  }

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  private StepForm form(String step) {
    return new StepForm(json(step), formats);
  }

  private static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  private static StepForm write(StepForm form, StepField field, String text) {
    form.value(field).set(text);
    return form;
  }

  @Test
  void unchangedStepStaysAsItIs() {
    for (String step : List.of(WAIT, CALL)) {
      assertThat(form(step).json()).isEqualTo(json(step));
      assertThat(form(step).isUnchanged(json(step))).isTrue();
      assertThat(form(step).check()).isTrue();
    }
  }

  @Test
  void namesConditionsAndResults() {
    assertThat(form(WAIT).text(StepField.SKIP)).isEqualTo("invoice.paid\nperson reached");
    assertThat(form(WAIT).text(StepField.AFTER_MIN)).isEqualTo("2 days");
    assertThat(form(CALL).text(StepField.EXIT_CODES)).isEqualTo("Disputes the claim\nbrand_new");
    Locale.setDefault(Locale.GERMAN);
    StepForm german = new StepForm(json(WAIT), StepFormats.of(Texts.of(StepForm.class)));
    assertThat(german.text(StepField.SKIP)).isEqualTo("invoice.paid\nPerson erreicht");
    assertThat(german.text(StepField.AFTER_MAX)).isEqualTo("3 Tage");
  }

  @Test
  void readsConditionsAndResultsByName() {
    StepForm wait = write(form(WAIT), StepField.SKIP, "Do-not-call entry\n\ninvoice.credited\n");
    assertThat(wait.json().path("skip_remaining_if"))
        .isEqualTo(
            json(
                "[{\"type\":\"do_not_call\"},"
                    + "{\"type\":\"signal\",\"signal_type\":\"invoice.credited\"}]"));
    StepForm call = write(form(CALL), StepField.EXIT_CODES, "promises payment\nother_new");
    assertThat(call.json().at("/exit_when/summary_codes"))
        .isEqualTo(json("[\"payment_promised\",\"other_new\"]"));
    assertThat(call.isUnchanged(json(CALL))).isFalse();
  }

  @Test
  void emptiedFieldsDisappearWithTheirObjects() {
    StepForm form = form(WAIT);
    write(form, StepField.AFTER_MIN, "");
    write(form, StepField.AFTER_MAX, " ");
    write(form, StepField.SKIP, "");
    ObjectNode expected = (ObjectNode) json(WAIT);
    expected.remove(List.of("after", "skip_remaining_if"));
    assertThat(form.json()).isEqualTo(expected);
  }

  @Test
  void keepsMembersWithoutField() {
    StepForm form = write(form(CALL), StepField.MIN_GAP_HOURS, "");
    assertThat(form.json().at("/scheduling/retry")).isEqualTo(json("{\"later\":1}"));
  }

  @Test
  void raisesSubjectsOfNegotiation() {
    StepForm form = write(form(CALL), StepField.SETTLEMENT, "");
    assertThat(form.json().path("negotiation")).isEqualTo(json("{\"installments\":{}}"));
    write(form, StepField.INSTALLMENTS, "");
    assertThat(form.json().has("negotiation")).isFalse();
    StepForm fresh = StepForm.ofType(StepForm.CALL, formats);
    write(fresh, StepField.INSTALLMENTS, StepField.RAISED);
    write(fresh, StepField.MIN_INSTALLMENT, "50.00");
    write(fresh, StepField.CURRENCY, "EUR");
    assertThat(fresh.json().path("negotiation"))
        .isEqualTo(
            json(
                """
                {"installments": {"conclusion_mode": "record_wish_only",
                 "min_installment": {"value": "50.00", "currency": "EUR"}}}
                """));
  }

  @Test
  void keepsJsonTypesOfVariables() {
    StepForm form = write(form(CALL), StepField.VARIABLES, "tone=kind\nsize=5");
    assertThat(form.json().path("variables")).isEqualTo(json("{\"tone\":\"kind\",\"size\":5}"));
  }

  @Test
  void marksWhatItCannotRead() {
    StepForm form = write(form(WAIT), StepField.AFTER_MIN, "soon");
    assertThat(form.json()).isEqualTo(json(WAIT));
    form.left(StepField.AFTER_MIN);
    assertThat(form.error(StepField.AFTER_MIN).get()).isEqualTo(DurationFormat.ERROR_KEY);
    assertThat(form.check()).isFalse();
    assertThat(form.error(StepField.AFTER_MIN).get()).isEqualTo(DurationFormat.ERROR_KEY);
    write(form, StepField.AFTER_MIN, "1 day");
    assertThat(form.check()).isTrue();
    assertThat(form.json().at("/after/min").asText()).isEqualTo("P1D");
  }

  @Test
  void placesErrorsAtTheirFields() {
    StepForm wait = form(WAIT);
    assertThat(
            wait.setError(
                List.of(
                    new Problem.FieldError("/skip_remaining_if/1/signal_type", "pattern", "no"),
                    new Problem.FieldError("/after", "inconsistent", "no"),
                    new Problem.FieldError("", "required", "no"))))
        .isTrue();
    assertThat(wait.error(StepField.SKIP).get())
        .isEqualTo("2 (signal_type): " + message("pattern"));
    assertThat(wait.error(StepField.AFTER_MIN).get())
        .isEqualTo(message("inconsistent") + "\n" + message("required"));
    assertThat(form(CALL).setError(List.of(new Problem.FieldError("/later", "enum", "no"))))
        .isFalse();
  }

  private static String message(String code) {
    return FailureMessage.of(new Problem.FieldError("", code, "no"));
  }

  @Test
  void unknownStepKeepsItsMembers() {
    String step = "{\"id\": \"mail\", \"type\": \"send_letter\", \"template\": \"t\"}";
    StepForm form = form(step);
    assertThat(form.json()).isEqualTo(json(step));
    assertThat(write(form, StepField.ID, "letter").json().path("template").asText()).isEqualTo("t");
  }
}
