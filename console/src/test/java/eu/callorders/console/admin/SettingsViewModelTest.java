package eu.callorders.console.admin;

import static eu.callorders.console.admin.SettingsFixture.PATH;
import static eu.callorders.console.admin.SettingsFixture.REGISTRATION;
import static eu.callorders.console.admin.SettingsFixture.json;
import static eu.callorders.console.admin.SettingsFixture.setting;
import static eu.callorders.console.admin.SettingsFixture.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsViewModelTest {
  @AutoClose private final SettingsFixture fixture = new SettingsFixture();
  private final FakeService service = fixture.service;
  private final DirectExecutor drawing = fixture.drawing;
  private final List<JsonNode> saved = fixture.saved;
  private final SettingsViewModel model = fixture.model;
  private final SettingsViewModel registration = fixture.registration;
  private final Locale language = Locale.getDefault();

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  @Test
  void formatsSettings() {
    fixture.edit();
    assertThat(fixture.input("/quotas/max_open_orders")).isEqualTo("1000");
    assertThat(fixture.input("/quotas/max_dials_per_day")).isEmpty();
    assertThat(fixture.input("/features/sequences_enabled")).isEqualTo("true");
  }

  @Test
  void sendsTouchedSettingsAndResetsEmptyOnes() {
    service.then(200, tenant("Acme", 50)).then(200, tenant("Acme", 60));
    fixture.edit();
    fixture.setInput("/quotas/max_concurrent_calls", " 60 ");
    fixture.setInput("/quotas/max_open_orders", "");
    fixture.setInput(
        "/calling_hours/local_call_times", "Mon-Tue, thu 9:00 - 12:30\n\nsat 10:00-24:00");
    fixture.setInput("/caller_ids", "+493023125001\n +493023125002 ");
    fixture.setInput("/features/sequences_enabled", "false");
    model.save();
    assertThat(model.busy().get()).isTrue();
    drawing.runNext();
    assertThat(service.requests().get(1).method()).isEqualTo("PATCH");
    assertThat(service.requests().get(1).target()).isEqualTo(PATH);
    assertThat(json(fixture.sent(1)))
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

  @ParameterizedTest
  @CsvSource({
    "en, Mon-Wed 09:00-12:00, 'Thursday 9:00-12:30\n\nsat 10:00-24:00'",
    "de, Mo-Mi 09:00-12:00, 'Donnerstag 9:00-12:30\n\nSa 10:00-24:00'"
  })
  void readsAndShowsCallingHoursInTheLanguageOfTheOperator(
      String operator, String shown, String input) {
    Locale.setDefault(Locale.of(operator));
    service.then(200, tenant("Acme", 50)).then(200, tenant("Acme", 50));
    fixture.edit();
    assertThat(fixture.input("/calling_hours/local_call_times")).isEqualTo(shown);
    fixture.setInput("/calling_hours/local_call_times", input);
    model.save();
    drawing.runNext();
    assertThat(json(fixture.sent(1)))
        .isEqualTo(
            json(
                """
                {"calling_hours":{"local_call_times":[
                 {"days":["thu"],"from":"09:00","to":"12:30"},
                 {"days":["sat"],"from":"10:00","to":"24:00"}]}}
                """));
  }

  private void editProtected() {
    model.edit(
        PATH,
        json(
            """
            {"tenant_id":"tn_1","name":"Acme","allowed_countries":["AT","DE"],
             "quotas":{"max_contacts_per_number_per_day":null},
             "outcome_rules":{"wrong_number":{"hold_on":"number","days":null},
              "payment_claimed":{"hold_on":"claim","days":10},"disputed":null},
             "signals_end_orders":false,"promise_grace_days":3,
             "predial_check":{"url":"https://client.example/ask","timeout_ms":800,
              "on_failure":"hold"},
             "disclosures":{"de":"Sie können jederzeit auflegen."}}
            """));
  }

  @Test
  void formatsWhatProtectsPersons() {
    editProtected();
    assertThat(fixture.input("/outcome_rules/wrong_number")).isEqualTo("number");
    assertThat(fixture.input("/outcome_rules/payment_claimed")).isEqualTo("claim 10");
    assertThat(fixture.input("/outcome_rules/disputed")).isEmpty();
    assertThat(fixture.input("/outcome_rules/represented")).isEmpty();
    assertThat(fixture.input("/allowed_countries")).isEqualTo("AT DE");
    assertThat(fixture.input("/quotas/max_contacts_per_number_per_day")).isEmpty();
    assertThat(fixture.input("/predial_check/timeout_ms")).isEqualTo("800");
    assertThat(fixture.input("/disclosures/de")).isEqualTo("Sie können jederzeit auflegen.");
    assertThat(model.isModified()).isFalse();
  }

  @Test
  void sendsWhatProtectsPersons() {
    JsonNode before = json("{\"tenant_id\":\"tn_1\",\"name\":\"Acme\"}");
    model.edit(PATH, before);
    service.then(200, before.toString()).then(200, before.toString());
    fixture.setInput("/outcome_rules/wrong_number", "number");
    fixture.setInput("/outcome_rules/payment_claimed", "claim 14");
    fixture.setInput("/allowed_countries", "de, at\nCH");
    fixture.setInput("/quotas/max_contacts_per_number_per_day", "3");
    fixture.setInput("/signals_end_orders", "true");
    fixture.setInput("/promise_signal", "promise.broken");
    fixture.setInput("/predial_check/url", "https://client.example/ask");
    fixture.setInput("/predial_check/on_failure", "proceed");
    fixture.setInput("/disclosures/fr", "Vous pouvez raccrocher.");
    model.save();
    drawing.runNext();
    assertThat(json(fixture.sent(1)))
        .isEqualTo(
            json(
                """
                {"outcome_rules":{"wrong_number":{"hold_on":"number","days":null},
                  "payment_claimed":{"hold_on":"claim","days":14}},
                 "allowed_countries":["DE","AT","CH"],
                 "quotas":{"max_contacts_per_number_per_day":3},"signals_end_orders":true,
                 "promise_signal":"promise.broken",
                 "predial_check":{"url":"https://client.example/ask","on_failure":"proceed"},
                 "disclosures":{"fr":"Vous pouvez raccrocher."}}
                """));
  }

  @Test
  void removesWhatIsEmptied() {
    editProtected();
    JsonNode before = json("{\"tenant_id\":\"tn_1\",\"name\":\"Acme\"}");
    service
        .then(
            200,
            """
            {"tenant_id":"tn_1","name":"Acme","allowed_countries":["AT","DE"],
             "outcome_rules":{"wrong_number":{"hold_on":"number"},
              "payment_claimed":{"hold_on":"claim","days":10}},
             "signals_end_orders":false,"promise_grace_days":3,
             "predial_check":{"url":"https://client.example/ask","timeout_ms":800,
              "on_failure":"hold"},
             "disclosures":{"de":"Sie können jederzeit auflegen."}}
            """)
        .then(200, before.toString());
    fixture.setInput("/outcome_rules/wrong_number", "");
    fixture.setInput("/allowed_countries", " ");
    fixture.setInput("/predial_check/url", "");
    fixture.setInput("/disclosures/de", "");
    model.save();
    drawing.runNext();
    assertThat(json(fixture.sent(1)))
        .isEqualTo(
            json(
                """
                {"outcome_rules":{"wrong_number":null},"allowed_countries":null,
                 "predial_check":{"url":null},"disclosures":{"de":null}}
                """));
    assertThat(saved).containsExactly(before);
  }

  @Test
  void marksARuleWithoutAWholeNumberOfDays() {
    editProtected();
    fixture.setInput("/outcome_rules/wrong_number", "number soon");
    model.save();
    assertThat(service.requests()).isEmpty();
    assertThat(fixture.error("/outcome_rules/wrong_number")).isEqualTo("fault.rule");
  }

  @Test
  void sendsNothingWithoutChanges() {
    fixture.edit();
    model.save();
    assertThat(service.requests()).isEmpty();
    assertThat(saved).hasSize(1);
  }

  @Test
  void clearsTheStateForAnotherResource() {
    service.then(200, tenant("Acme", 50));
    fixture.edit();
    fixture.setInput("/quotas/max_concurrent_calls", "60");
    model.save();
    drawing.runNext();
    assertThat(model.outcomeUnknown.get()).isTrue();
    fixture.edit();
    assertThat(model.outcomeUnknown.get()).isFalse();
    assertThat(model.failure().get()).isNull();
  }

  @Test
  void createsATenant() {
    service.then(201, tenant("New", 50));
    model.create(TenantRow.PATH);
    fixture.setInput("/name", "New");
    fixture.setInput("/quotas/max_dials_per_day", "7");
    model.save();
    drawing.runNext();
    assertThat(service.requests().getFirst().target()).isEqualTo(TenantRow.PATH);
    assertThat(fixture.sent(0))
        .isEqualTo("{\"name\":\"New\",\"quotas\":{\"max_dials_per_day\":7}}");
    assertThat(saved).hasSize(1);
  }

  @Test
  void detectsUnsavedInput() {
    fixture.edit();
    assertThat(model.isModified()).isFalse();
    fixture.setInput("/name", "Other");
    assertThat(model.isModified()).isTrue();
    registration.create("/list");
    assertThat(registration.isModified()).isFalse();
    registration.form.value(setting(registration, "/name")).set("App");
    assertThat(registration.isModified()).isTrue();
  }

  @Test
  void detectsRetentionChanges() {
    fixture.edit();
    fixture.setInput("/quotas/max_open_orders", "1");
    assertThat(model.touches("/retention/")).isFalse();
    fixture.setInput("/retention/transcript_retention", "P1D");
    assertThat(model.touches("/retention/")).isTrue();
  }

  @Test
  void dropsResponsesForAnotherResource() {
    service.then(200, tenant("Acme", 50)).then(200, tenant("Acme", 60));
    fixture.edit();
    fixture.setInput("/quotas/max_concurrent_calls", "60");
    model.save();
    model.edit("/admin/v1/tenants/tn_2", json(tenant("Other", 1)));
    drawing.runNext();
    assertThat(saved).isEmpty();
    assertThat(fixture.input("/name")).isEqualTo("Other");
  }

  @Test
  void sendsSelectedScopesOfANewRegistrationEvenIfEmpty() {
    service.then(201, REGISTRATION);
    registration.create("/list");
    Setting scopes = setting(registration, "/scopes");
    assertThat(registration.form.text(scopes)).isEqualTo("orders:read events:read config:read");
    assertThat(registration.isModified()).isFalse();
    registration.form.value(setting(registration, "/name")).set("App");
    registration.form.value(scopes).set("");
    registration.save();
    drawing.runNext();
    assertThat(fixture.sent(0)).isEqualTo("{\"name\":\"App\",\"scopes\":[]}");
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
    assertThat(fixture.sent(1))
        .isEqualTo(
            "{\"scopes\":[\"orders:write\",\"orders:read\",\"on:the_moon\"],\"allowlist\":[]}");
  }
}
