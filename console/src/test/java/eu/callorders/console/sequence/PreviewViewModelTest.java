package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PreviewViewModelTest {
  private static final String CALENDAR =
      """
      {"from": "2026-12-18T15:00:00.000Z", "timezone": "Europe/Berlin",
       "earliest": {"steps": [], "ended_at": "2026-12-19T15:00:00.000Z"},
       "latest": {"steps": [], "ended_at": "%s"}, "closed_days": []}
      """;

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final PreviewViewModel model =
      new PreviewViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
          new JsonFieldConverter(ZoneId.of("Europe/Berlin")),
          Duration.ofMillis(1));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static JsonNode version(String id) {
    return Json.parse("{\"steps\":[{\"id\":\"%s\",\"type\":\"wait\"}]}".formatted(id))
        .orElseThrow();
  }

  private static String calendar(String endedAt) {
    return CALENDAR.formatted(endedAt);
  }

  private JsonNode body(int request) {
    return Json.parse(service.requests().get(request).body()).orElseThrow();
  }

  @Test
  void asksForTheCalendarOfTheVersion() {
    service.then(200, calendar("2026-12-20T15:00:00.000Z"));
    model.form.value(PreviewField.FROM).set("2026-12-18 16:00");
    model.show(version("a"));
    uiExecutor.runUntil(() -> model.calendar.get() != null);
    assertThat(service.requests().getFirst().target()).isEqualTo("/v1/sequences/preview");
    assertThat(body(0))
        .isEqualTo(
            Json.object()
                .put("phone", PreviewViewModel.SAMPLE_PHONE)
                .put("from", "2026-12-18T15:00:00Z")
                .set("version", version("a")));
  }

  @Test
  void asksOnceWhileTheInputChanges() {
    service.then(200, calendar("2026-12-20T15:00:00.000Z"));
    model.show(version("a"));
    model.show(version("b"));
    model.show(version("c"));
    model.show(version("c"));
    uiExecutor.runUntil(() -> model.calendar.get() != null);
    assertThat(service.requests()).hasSize(1);
    assertThat(body(0).at("/version/steps/0/id").asText()).isEqualTo("c");
  }

  @Test
  void showsTheLatestAnswerOnly() {
    service.then(200, calendar("2026-12-20T15:00:00.000Z"));
    model.show(version("a"));
    uiExecutor.runNext(); // the delay is over
    Runnable late = uiExecutor.takeNext();
    service.then(200, calendar("2026-12-31T15:00:00.000Z"));
    model.show(version("b"));
    late.run();
    assertThat(model.calendar.get()).isNull();
    uiExecutor.runUntil(() -> model.calendar.get() != null);
    assertThat(model.calendar.get().endedAt()).isEqualTo("2026-12-31T15:00:00Z");
  }

  @Test
  void keepsTheCalendarUntilTheNextAnswerAndDropsItWithoutSteps() {
    service.then(200, calendar("2026-12-20T15:00:00.000Z"));
    model.show(version("a"));
    uiExecutor.runUntil(() -> model.calendar.get() != null);
    model.show(MissingNode.getInstance());
    assertThat(model.calendar.get()).isNull();
    assertThat(model.failure.get()).isNull();
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void showsErrorsOfTheInputCalmly() {
    service.then(
        422,
        """
        {"code": "validation_failed", "errors": [
          {"pointer": "/version/steps/0", "code": "required", "message": "r"}]}
        """);
    model.show(version("a"));
    uiExecutor.runUntil(() -> model.failure.get() != null);
    assertThat(model.failure.get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.calendar.get()).isNull();
    service.then(200, calendar("2026-12-20T15:00:00.000Z"));
    model.retry();
    uiExecutor.runUntil(() -> model.calendar.get() != null);
    assertThat(model.failure.get()).isNull();
  }

  @Test
  void placesErrorsAtItsOwnFields() {
    service.then(
        422,
        """
        {"code": "validation_failed", "errors": [
          {"pointer": "/phone", "code": "invalid_phone_number", "message": "p"}]}
        """);
    model.form.value(PreviewField.PHONE).set("12");
    model.show(version("a"));
    uiExecutor.runUntil(() -> !model.form.error(PreviewField.PHONE).get().isEmpty());
    assertThat(model.failure.get()).isNull();
    model.form.value(PreviewField.PHONE).set("+493023125000");
    model.form.value(PreviewField.FROM).set("soon");
    uiExecutor.runUntil(() -> !model.form.error(PreviewField.FROM).get().isEmpty());
    assertThat(service.requests()).hasSize(1);
  }
}
