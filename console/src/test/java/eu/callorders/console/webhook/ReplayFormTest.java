package eu.callorders.console.webhook;

import static eu.callorders.console.webhook.ReplayFixture.COUNTED;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.DirectExecutor;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Input of a replay and its errors. */
class ReplayFormTest {
  @AutoClose private final ReplayFixture fixture = new ReplayFixture();
  private final FakeService service = fixture.service;
  private final DirectExecutor drawing = fixture.drawing;
  private final ReplayForm form = fixture.form;
  private final ReplayViewModel model = fixture.model;

  @Test
  void startsOnlyWhatWasCounted() {
    model.start();
    fixture.count(14);
    form.onlyFailed.set(false);
    model.start();
    assertThat(model.counted.get()).isNegative();
    fixture.count(0);
    model.start();
    assertThat(WebhookSessionFixture.requests(service)).hasSize(2);
  }

  @Test
  void sendsNoInvalidInput() {
    form.value(ReplayForm.Field.SINCE).set("25:00");
    model.count();
    assertThat(fixture.errors()).singleElement().asString().startsWith("SINCE ").contains("14:30");
    form.value(ReplayForm.Field.SINCE).set("9:30");
    form.value(ReplayForm.Field.UNTIL).set("10:00");
    assertThat(fixture.errors()).containsExactly("UNTIL fault.until");
    form.value(ReplayForm.Field.UNTIL).set("");
    form.byTime.set(false);
    assertThat(fixture.errors()).containsExactly("AFTER fault.after");
    model.count();
    assertThat(service.requests()).isEmpty();
    form.value(ReplayForm.Field.AFTER).set(" evt_1 ");
    form.value(ReplayForm.Field.EVENT_TYPES).set("call.*, call_order.completed ");
    form.untilDay.set(LocalDate.of(2026, 11, 21));
    assertThat(fixture.errors()).isEmpty();
    assertThat(form.body(false).toString())
        .isEqualTo(
            "{\"after\":\"evt_1\",\"until\":\"2026-11-20T23:00:00Z\","
                + "\"event_types\":[\"call.*\",\"call_order.completed\"],"
                + "\"only_failed\":true,\"dry_run\":false}");
  }

  @Test
  void showsErrorsOfTheRangeAtTheirFields() {
    service.then(
        422,
        """
        {"code":"validation_failed","errors":[
         {"pointer":"/event_types/0","code":"x","message":"is no event type"},
         {"pointer":"/until","code":"x","message":"is no timestamp"}]}
        """);
    model.count();
    drawing.runNext();
    assertThat(fixture.errors())
        .containsExactly("UNTIL is no timestamp", "EVENT_TYPES is no event type");
    assertThat(model.failure.get()).isNull();
    form.byTime.set(false);
    form.value(ReplayForm.Field.AFTER).set("evt_0");
    service.then(422, "{\"code\":\"replay_range\",\"detail\":\"too long ago\"}");
    model.count();
    drawing.runNext();
    assertThat(fixture.errors())
        .singleElement()
        .asString()
        .startsWith("AFTER ")
        .endsWith(Texts.of(FailureMessage.class).get("problem.replay_range.advice"));
    service.then(409, "{\"code\":\"endpoint_disabled\",\"detail\":\"off\"}");
    model.count();
    drawing.runNext();
    assertThat(fixture.errors()).isEmpty();
    assertThat(model.failure.get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.busy.get()).isFalse();
  }

  @Test
  void rejectsARangeThatEndsBeforeItStarts() {
    form.untilDay.set(LocalDate.of(2026, 11, 20));
    assertThat(fixture.errors()).containsExactly("UNTIL fault.order");
    form.value(ReplayForm.Field.UNTIL).set("00:01");
    assertThat(fixture.errors()).isEmpty();
    form.value(ReplayForm.Field.SINCE).set("0:02");
    assertThat(fixture.errors()).containsExactly("UNTIL fault.order");
    form.byTime.set(false);
    form.value(ReplayForm.Field.AFTER).set("evt_1");
    assertThat(fixture.errors()).isEmpty();
  }

  @Test
  void dropsACountAfterTheFormChanged() {
    service.then(202, COUNTED.formatted(14));
    model.count();
    while (WebhookSessionFixture.requests(service).isEmpty()) {
      Thread.onSpinWait(); // a task canceled before it starts sends no request
    }
    form.onlyFailed.set(false);
    drawing.runNext();
    assertThat(model.counted.get()).isNegative();
    assertThat(model.busy.get()).isFalse();
  }

  @Test
  void translatesErrorsOfTheRange() {
    Problem.FieldError error = new Problem.FieldError("/until", "offset_missing", "no offset");
    Problem invalid = new Problem(422, "validation_failed", "", "", "", List.of(error));
    assertThat(form.refuse(new Failure.Refused(invalid))).isTrue();
    assertThat(fixture.errors()).containsExactly("UNTIL " + FailureMessage.of(error));
  }
}
