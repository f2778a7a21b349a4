package eu.callorders.console.admin;

import static eu.callorders.console.admin.SettingsFixture.json;
import static eu.callorders.console.admin.SettingsFixture.setting;
import static eu.callorders.console.admin.SettingsFixture.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that are invalid, rejected or changed by another operator. */
class RejectedSettingsTest {
  @AutoClose private final SettingsFixture fixture = new SettingsFixture();
  private final FakeService service = fixture.service;
  private final DirectExecutor drawing = fixture.drawing;
  private final List<JsonNode> saved = fixture.saved;
  private final SettingsViewModel model = fixture.model;

  @Test
  void marksInvalidSettings() {
    fixture.edit();
    fixture.setInput("/name", "  ");
    fixture.setInput("/quotas/max_concurrent_calls", "many");
    fixture.setInput("/calling_hours/local_call_times", "in the morning");
    fixture.setInput("/retention/transcript_retention", "P90");
    assertThat(model.isReady()).as("before the question").isFalse();
    model.save();
    assertThat(service.requests()).isEmpty();
    assertThat(saved).isEmpty();
    assertThat(fixture.error("/name")).isEqualTo("fault.required");
    assertThat(fixture.error("/quotas/max_concurrent_calls")).isEqualTo("fault.number");
    assertThat(fixture.error("/calling_hours/local_call_times")).isEqualTo("fault.hours");
    assertThat(fixture.error("/retention/transcript_retention")).isEqualTo("fault.period");
    assertThat(model.form.firstInvalid().orElseThrow().pointer()).isEqualTo("/name");
  }

  @ParameterizedTest
  @CsvSource({"90 days, P90D", "12 Wochen, P84D", "p1y, P1Y", "P6M, P6M"})
  void readsPeriodsInWords(String typed, String period) {
    Setting retention = Setting.of("/retention/transcript_retention", Setting.Kind.PERIOD);
    assertThat(retention.parse(typed).orElseThrow().asText()).isEqualTo(period);
    assertThat(retention.parse("12 hours")).isEmpty();
  }

  @Test
  void marksSettingsThatTheServiceRejects() {
    service
        .then(200, tenant("Acme", 50))
        .then(
            422,
            "{\"code\":\"validation_failed\",\"errors\":["
                + "{\"pointer\":\"/caller_ids/1\",\"message\":\"no number\"},"
                + "{\"pointer\":\"/timezone\",\"message\":\"no zone\"}]}");
    fixture.edit();
    fixture.setInput("/timezone", "Mars");
    fixture.setInput("/caller_ids", "+493023125000\n110");
    model.save();
    drawing.runNext();
    assertThat(fixture.error("/caller_ids")).isEqualTo("no number");
    assertThat(fixture.error("/timezone")).isEqualTo("no zone");
    assertThat(fixture.error("/calling_hours/timezone")).isEmpty();
    assertThat(model.failure().get()).isNull();
    assertThat(saved).isEmpty();
  }

  @Test
  void reportsErrorsOfUnknownSettings() {
    service
        .then(200, tenant("Acme", 50))
        .then(
            422,
            "{\"code\":\"validation_failed\",\"errors\":[{\"pointer\":\"/x\",\"message\":\"m\"}]}");
    fixture.edit();
    fixture.setInput("/timezone", "UTC");
    model.save();
    drawing.runNext();
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.outcomeUnknown.get()).isFalse();
  }

  @Test
  void detectsConcurrentChanges() {
    service
        .then(200, tenant("Acme Ltd", 50))
        .then(200, tenant("Acme Ltd", 50))
        .then(200, tenant("Acme Ltd", 60));
    fixture.edit();
    fixture.setInput("/quotas/max_concurrent_calls", "60");
    model.save();
    drawing.runNext();
    assertThat(service.requests()).hasSize(1);
    assertThat(model.changes())
        .containsExactly(new SettingsViewModel.Change(setting(model, "/name"), "Acme", "Acme Ltd"));
    model.save();
    assertThat(service.requests()).hasSize(1);
    model.reload();
    assertThat(model.changes()).isEmpty();
    assertThat(fixture.input("/name")).isEqualTo("Acme Ltd");
    assertThat(fixture.input("/quotas/max_concurrent_calls")).isEqualTo("60");
    model.save();
    drawing.runNext();
    assertThat(fixture.sent(2)).isEqualTo("{\"quotas\":{\"max_concurrent_calls\":60}}");
  }

  @Test
  void detectsAChangeWhoseResponseWasLost() {
    service.then(200, tenant("Acme", 50));
    fixture.edit();
    fixture.setInput("/quotas/max_concurrent_calls", "60");
    model.save();
    drawing.runNext();
    assertThat(model.outcomeUnknown.get()).isTrue();
    assertThat(model.failure().get()).isInstanceOf(Failure.Unreachable.class);
    assertThat(fixture.input("/quotas/max_concurrent_calls")).isEqualTo("60");
    service.then(200, tenant("Acme", 60));
    model.save();
    drawing.runNext();
    assertThat(saved).containsExactly(json(tenant("Acme", 60)));
    assertThat(service.requests().getLast().method()).isEqualTo("GET");
  }

  @Test
  void knowsTheOutcomeOfARejection() {
    service.then(200, tenant("Acme", 50)).then(503, "{\"code\":\"unavailable\"}");
    fixture.edit();
    fixture.setInput("/name", "Other");
    model.save();
    drawing.runNext();
    assertThat(model.outcomeUnknown.get()).isFalse();
    assertThat(model.failure().get()).isNotNull();
  }
}
