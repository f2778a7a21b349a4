package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.ArrayList;
import java.util.List;

/** Settings of a tenant and a registration with a fake service. */
final class SettingsFixture implements AutoCloseable {
  static final String PATH = "/admin/v1/tenants/tn_1";
  static final String TENANT =
      """
      {"tenant_id":"tn_1","name":"%s","default_locale":"de-DE","timezone":"Europe/Berlin",
       "calling_hours":{"local_call_times":[{"days":["mon","tue","wed"],"from":"09:00","to":"12:00"}]},
       "quotas":{"max_concurrent_calls":%d,"max_open_orders":1000},
       "retention":{"transcript_retention":"P90D"},"features":{"sequences_enabled":true},
       "caller_ids":["+493023125000"]}
      """;

  static final String REGISTRATION =
      "{\"client_id\":\"c_1\",\"name\":\"App\",\"scopes\":[\"orders:read\",\"on:the_moon\"],"
          + "\"allowlist\":[\"10.0.0.0/8\"]}";

  final FakeService service = new FakeService();
  final DirectExecutor drawing = new DirectExecutor();
  final BackgroundExecutor background = new BackgroundExecutor(drawing);
  final List<JsonNode> saved = new ArrayList<>();
  final SettingsViewModel model = model(Section.OF_TENANTS);
  final SettingsViewModel registration = model(Section.OF_REGISTRATIONS);

  @Override
  public void close() {
    background.close();
    service.close();
  }

  SettingsViewModel model(List<Section> sections) {
    return new SettingsViewModel(
        background,
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
        sections,
        saved::add);
  }

  static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  static String tenant(String name, int calls) {
    return TENANT.formatted(name, calls);
  }

  static Setting setting(SettingsViewModel model, String pointer) {
    return model.form.fields().stream()
        .filter(it -> it.pointer().equals(pointer))
        .findFirst()
        .orElseThrow();
  }

  void setInput(String pointer, String text) {
    model.form.value(setting(model, pointer)).set(text);
  }

  String input(String pointer) {
    return model.form.value(setting(model, pointer)).get();
  }

  String error(String pointer) {
    return model.form.error(setting(model, pointer)).get();
  }

  void edit() {
    model.edit(PATH, json(tenant("Acme", 50)));
  }

  String sent(int request) {
    return service.requests().get(request).body();
  }
}
