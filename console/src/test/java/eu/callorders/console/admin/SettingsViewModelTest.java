package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SettingsViewModelTest {
  private static final String PATH = "/admin/v1/tenants/tn_1";
  private static final String TENANT =
      """
      {"tenant_id":"tn_1","name":"%s","default_locale":"de-DE","timezone":"Europe/Berlin",
       "calling_hours":{"local_call_times":[{"days":["mon","tue","wed"],"from":"09:00","to":"12:00"}]},
       "quotas":{"max_concurrent_calls":%d,"max_open_orders":1000},
       "retention":{"transcript_retention":"P90D"},"features":{"sequences_enabled":true},
       "caller_ids":["+493023125000"]}
      """;
  private static final String REGISTRATION =
      "{\"client_id\":\"c_1\",\"name\":\"App\",\"scopes\":[\"orders:read\",\"on:the_moon\"],"
          + "\"allowlist\":[\"10.0.0.0/8\"]}";

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final List<JsonNode> saved = new ArrayList<>();
  private final SettingsViewModel model = model(Section.OF_TENANTS);
  private final SettingsViewModel registration = model(Section.OF_REGISTRATIONS);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private SettingsViewModel model(List<Section> sections) {
    return new SettingsViewModel(
        background,
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
        sections,
        saved::add);
  }

  private static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  private static String tenant(String name, int calls) {
    return TENANT.formatted(name, calls);
  }

  private static Setting setting(SettingsViewModel model, String pointer) {
    return model.form.fields().stream()
        .filter(it -> it.pointer().equals(pointer))
        .findFirst()
        .orElseThrow();
  }

  private void setInput(String pointer, String text) {
    model.form.value(setting(model, pointer)).set(text);
  }

  private String input(String pointer) {
    return model.form.value(setting(model, pointer)).get();
  }

  private String error(String pointer) {
    return model.form.error(setting(model, pointer)).get();
  }

  private void edit() {
    model.edit(PATH, json(tenant("Acme", 50)));
  }

  private String sent(int request) {
    return service.requests().get(request).body();
  }

  @Test
  void formatsSettings() {
    edit();
    assertThat(input("/calling_hours/local_call_times")).isEqualTo("mon-wed 09:00-12:00");
    assertThat(input("/quotas/max_open_orders")).isEqualTo("1000");
    assertThat(input("/quotas/max_dials_per_day")).isEmpty();
    assertThat(input("/features/sequences_enabled")).isEqualTo("true");
  }

  @Test
  void sendsTouchedSettingsAndResetsEmptyOnes() {
    service.then(200, tenant("Acme", 50)).then(200, tenant("Acme", 60));
    edit();
    setInput("/quotas/max_concurrent_calls", " 60 ");
    setInput("/quotas/max_open_orders", "");
    setInput("/calling_hours/local_call_times", "Mon-Tue, thu 9:00 - 12:30\n\nsat 10:00-24:00");
    setInput("/caller_ids", "+493023125001\n +493023125002 ");
    setInput("/features/sequences_enabled", "false");
    model.save();
    assertThat(model.busy().get()).isTrue();
    drawing.runNext();
    assertThat(service.requests().get(1).method()).isEqualTo("PATCH");
    assertThat(service.requests().get(1).target()).isEqualTo(PATH);
    assertThat(json(sent(1)))
        .isEqualTo(
            json(
                """
                {"quotas":{"max_concurrent_calls":60,"max_open_orders":null},
                 "calling_hours":{"local_call_times":[
                  {"days":["mon","tue","thu"],"from":"09:00","to":"12:30"},
                  {"days":["sat"],"from":"10:00","to":"24:00"}]},
                 "caller_ids":["+493023125001","+493023125002"],
                 "features":{"sequences_enabled":false}}
                """));
    assertThat(saved).containsExactly(json(tenant("Acme", 60)));
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void sendsNothingWithoutChanges() {
    edit();
    model.save();
    assertThat(service.requests()).isEmpty();
    assertThat(saved).hasSize(1);
  }

  @Test
  void marksInvalidSettings() {
    edit();
    setInput("/name", "  ");
    setInput("/quotas/max_concurrent_calls", "many");
    setInput("/calling_hours/local_call_times", "someday 09:00-12:00");
    model.save();
    assertThat(service.requests()).isEmpty();
    assertThat(saved).isEmpty();
    assertThat(error("/name")).isEqualTo("fault.required");
    assertThat(error("/quotas/max_concurrent_calls")).isEqualTo("fault.number");
    assertThat(error("/calling_hours/local_call_times")).isEqualTo("fault.hours");
    assertThat(model.form.firstInvalid().orElseThrow().pointer()).isEqualTo("/name");
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
    edit();
    setInput("/timezone", "Mars");
    setInput("/caller_ids", "+493023125000\n110");
    model.save();
    drawing.runNext();
    assertThat(error("/caller_ids")).isEqualTo("no number");
    assertThat(error("/timezone")).isEqualTo("no zone");
    assertThat(error("/calling_hours/timezone")).isEmpty();
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
    edit();
    setInput("/timezone", "UTC");
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
    edit();
    setInput("/quotas/max_concurrent_calls", "60");
    model.save();
    drawing.runNext();
    assertThat(service.requests()).hasSize(1);
    assertThat(model.changes())
        .containsExactly(new SettingsViewModel.Change(setting(model, "/name"), "Acme", "Acme Ltd"));
    model.save();
    assertThat(service.requests()).hasSize(1);
    model.reload();
    assertThat(model.changes()).isEmpty();
    assertThat(input("/name")).isEqualTo("Acme Ltd");
    assertThat(input("/quotas/max_concurrent_calls")).isEqualTo("60");
    model.save();
    drawing.runNext();
    assertThat(sent(2)).isEqualTo("{\"quotas\":{\"max_concurrent_calls\":60}}");
  }

  @Test
  void detectsAChangeWhoseResponseWasLost() {
    service.then(200, tenant("Acme", 50));
    edit();
    setInput("/quotas/max_concurrent_calls", "60");
    model.save();
    drawing.runNext();
    assertThat(model.outcomeUnknown.get()).isTrue();
    assertThat(model.failure().get()).isInstanceOf(Failure.Unreachable.class);
    assertThat(input("/quotas/max_concurrent_calls")).isEqualTo("60");
    service.then(200, tenant("Acme", 60));
    model.save();
    drawing.runNext();
    assertThat(saved).containsExactly(json(tenant("Acme", 60)));
    assertThat(service.requests().getLast().method()).isEqualTo("GET");
  }

  @Test
  void clearsTheStateForAnotherResource() {
    service.then(200, tenant("Acme", 50));
    edit();
    setInput("/quotas/max_concurrent_calls", "60");
    model.save();
    drawing.runNext();
    assertThat(model.outcomeUnknown.get()).isTrue();
    edit();
    assertThat(model.outcomeUnknown.get()).isFalse();
    assertThat(model.failure().get()).isNull();
  }

  @Test
  void knowsTheOutcomeOfARejection() {
    service.then(200, tenant("Acme", 50)).then(503, "{\"code\":\"unavailable\"}");
    edit();
    setInput("/name", "Other");
    model.save();
    drawing.runNext();
    assertThat(model.outcomeUnknown.get()).isFalse();
    assertThat(model.failure().get()).isNotNull();
  }

  @Test
  void createsATenant() {
    service.then(201, tenant("New", 50));
    model.create(TenantRow.PATH);
    setInput("/name", "New");
    setInput("/quotas/max_dials_per_day", "7");
    model.save();
    drawing.runNext();
    assertThat(service.requests().getFirst().target()).isEqualTo(TenantRow.PATH);
    assertThat(sent(0)).isEqualTo("{\"name\":\"New\",\"quotas\":{\"max_dials_per_day\":7}}");
    assertThat(saved).hasSize(1);
  }

  @Test
  void detectsUnsavedInput() {
    edit();
    assertThat(model.isModified()).isFalse();
    setInput("/name", "Other");
    assertThat(model.isModified()).isTrue();
    registration.create("/list");
    assertThat(registration.isModified()).isFalse();
    registration.form.value(setting(registration, "/name")).set("App");
    assertThat(registration.isModified()).isTrue();
  }

  @Test
  void detectsRetentionChanges() {
    edit();
    setInput("/quotas/max_open_orders", "1");
    assertThat(model.touches("/retention/")).isFalse();
    setInput("/retention/transcript_retention", "P1D");
    assertThat(model.touches("/retention/")).isTrue();
  }

  @Test
  void dropsResponsesForAnotherResource() {
    service.then(200, tenant("Acme", 50)).then(200, tenant("Acme", 60));
    edit();
    setInput("/quotas/max_concurrent_calls", "60");
    model.save();
    model.edit("/admin/v1/tenants/tn_2", json(tenant("Other", 1)));
    drawing.runNext();
    assertThat(saved).isEmpty();
    assertThat(input("/name")).isEqualTo("Other");
  }

  @Test
  void sendsSelectedScopesOfANewRegistrationEvenIfEmpty() {
    service.then(201, REGISTRATION);
    registration.create("/list");
    Setting scopes = setting(registration, "/scopes");
    assertThat(registration.form.text(scopes)).contains("orders:write", "recordings:read");
    registration.form.value(setting(registration, "/name")).set("App");
    registration.form.value(scopes).set("");
    registration.save();
    drawing.runNext();
    assertThat(sent(0)).isEqualTo("{\"name\":\"App\",\"scopes\":[]}");
  }

  @Test
  void keepsUnknownScopes() {
    service.then(200, REGISTRATION).then(200, REGISTRATION);
    registration.edit("/one", json(REGISTRATION));
    Setting scopes = setting(registration, "/scopes");
    assertThat(registration.form.text(scopes)).isEqualTo("orders:read on:the_moon");
    registration
        .form
        .value(scopes)
        .set(scopes.join(List.of("on:the_moon", "orders:read", "orders:write")));
    registration.form.value(setting(registration, "/allowlist")).set("");
    registration.save();
    drawing.runNext();
    assertThat(sent(1))
        .isEqualTo(
            "{\"scopes\":[\"orders:write\",\"orders:read\",\"on:the_moon\"],\"allowlist\":[]}");
  }
}
