package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.PagedRows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantsViewModelTest {
  private static final String REGISTRATION =
      """
      {"client_id":"c_1","tenant_id":"tn_1","name":"App","scopes":["orders:read","events:read"],"disabled":%s,
       "locked":true,"updated_at":"2026-11-20T10:00:0%d.000Z","client_secret":"s3cret",
       "secrets":[{"secret_id":"new"},{"secret_id":"old"},{"secret_id":"gone","revoked_at":"x"}]}
      """;
  private static final String ONE_SECRET =
      """
      {"client_id":"c_1","tenant_id":"tn_1","name":"App","updated_at":"2026-11-20T10:00:09.000Z",
       "secrets":[{"secret_id":"new"},{"secret_id":"old","revoked_at":"y"}]}
      """;

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = drawing.endlessDelays();
  private final ApiClient administration =
      ApiClient.administration(
          new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
  private final TenantsViewModel model = new TenantsViewModel(background, administration);
  private final RegistrationsViewModel registrations =
      new RegistrationsViewModel(background, administration);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String page(String rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(rows);
  }

  private static String tenant(boolean disabled) {
    return "{\"tenant_id\":\"tn_1\",\"name\":\"Acme\",\"disabled\":%s}".formatted(disabled);
  }

  private RegistrationRow registration() {
    service.then(200, page(REGISTRATION.formatted("false", 1)));
    registrations.showTenant("tn_1");
    drawing.runNext();
    return shown();
  }

  private RegistrationRow shown() {
    return registrations.registrations.rows().getFirst();
  }

  @Test
  void disablesATenantInPlace() {
    service.then(200, page(tenant(false))).then(200, tenant(true));
    model.load();
    drawing.runNext();
    model.setDisabled(model.tenants.rows().getFirst(), true);
    assertThat(model.actions.busy.get()).isTrue();
    drawing.runNext();
    assertThat(model.tenants.rows()).singleElement().matches(TenantRow::isDisabled);
    assertThat(model.actions.busy.get()).isFalse();
    assertThat(service.requests().getLast().method()).isEqualTo("PATCH");
    assertThat(service.requests().getLast().target()).isEqualTo("/admin/v1/tenants/tn_1");
    assertThat(service.requests().getLast().body()).isEqualTo("{\"disabled\":true}");
  }

  @Test
  void showsANewTenantOnTop() {
    service.then(200, page(tenant(false)));
    model.load();
    drawing.runNext();
    model.show(Json.parse("{\"tenant_id\":\"tn_2\",\"name\":\"New\"}").orElseThrow());
    assertThat(model.tenants.rows()).extracting(TenantRow::id).containsExactly("tn_2", "tn_1");
  }

  @Test
  void pollsTenantsAndRegistrationsWhileTheyAreVisible() {
    service.then(200, page(tenant(false)));
    model.load();
    drawing.runNext();
    String deleted =
        "{\"tenant_id\":\"tn_3\",\"disabled\":true,\"deletion_requested_at\":\"2026-11-28T00:00:00Z\"}";
    service.then(200, page(deleted + ",{\"tenant_id\":\"tn_2\"}," + tenant(true)));
    model.poller.setActive(true);
    drawing.runNext();
    assertThat(model.tenants.rows())
        .extracting(row -> row.id() + " " + row.state())
        .containsExactly("tn_3 deleting", "tn_2 active", "tn_1 disabled");
    registration();
    service.then(200, page(REGISTRATION.formatted("true", 2)));
    registrations.poller.setActive(true);
    drawing.runNext();
    assertThat(shown().isDisabled()).isTrue();
  }

  @Test
  void showsNoRegistrationOfAnotherTenant() {
    RegistrationRow row = registration();
    service.then(200, page(""));
    registrations.showTenant("tn_2");
    assertThat(registrations.registrations.rows()).as("before the response").isEmpty();
    drawing.runNext();
    registrations.show(row.registration());
    assertThat(registrations.registrations.rows()).isEmpty();
  }

  @Test
  void runsOneActionAtATime() {
    service.then(200, page(tenant(false))).then(200, tenant(true));
    model.load();
    drawing.runNext();
    TenantRow row = model.tenants.rows().getFirst();
    model.setDisabled(row, true);
    model.setDisabled(row, false);
    drawing.runNext();
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void loadsRegistrationsOfATenantOnce() {
    registration();
    registrations.showTenant("tn_1");
    assertThat(registrations.registrations.state().get()).isEqualTo(PagedRows.State.COMPLETE);
    service.then(200, page(""));
    registrations.showTenant("tn_2");
    assertThat(registrations.registrations.state().get()).isEqualTo(PagedRows.State.LOADING);
    drawing.runNext();
    assertThat(registrations.tenantId()).isEqualTo("tn_2");
  }

  @Test
  void countsActiveSecretsOnlyAndShowsAll() {
    RegistrationRow row = registration();
    assertThat(row.activeSecrets()).isEqualTo(2);
    assertThat(row.secrets())
        .extracting(RegistrationRow.Secret::id)
        .containsExactly("new", "old", "gone");
    assertThat(RegistrationsViewModel.canCreateSecret(row)).isFalse();
  }

  @Test
  void showsTheSecretOfANewRegistrationOnce() {
    registration();
    service.then(200, page(REGISTRATION.formatted("false", 1)));
    registrations.created(Json.parse(REGISTRATION.formatted("false", 1)).orElseThrow());
    assertThat(registrations.issued.get())
        .isEqualTo(new RegistrationsViewModel.IssuedSecret("c_1", "s3cret"));
    assertThat(registrations.issued.get()).asString().doesNotContain("s3cret");
    registrations.issued.set(null);
    assertThat(registrations.issued.get()).isNull();
    drawing.runNext();
  }

  @Test
  void createsAnotherSecretAndShowsItOnce() {
    RegistrationRow row = registration();
    service.then(201, "{\"client_secret\":\"fresh\",\"secret_id\":\"s\"}").then(200, ONE_SECRET);
    registrations.createSecret(row);
    drawing.runNext();
    assertThat(registrations.issued.get())
        .isEqualTo(new RegistrationsViewModel.IssuedSecret("c_1", "fresh"));
    drawing.runNext();
    assertThat(shown().activeSecrets()).isEqualTo(1);
    assertThat(service.requests().get(1).target())
        .isEqualTo("/admin/v1/tenants/tn_1/registrations/c_1/secrets");
  }

  @Test
  void reloadsTheRegistrationAfterAConflict() {
    RegistrationRow row = registration();
    service.then(409, "{\"code\":\"secret_limit\"}").then(200, ONE_SECRET);
    registrations.createSecret(row);
    drawing.runNext();
    assertThat(registrations.actions.failure.get()).isNotNull();
    assertThat(registrations.issued.get()).isNull();
    drawing.runNext();
    assertThat(shown().activeSecrets()).isEqualTo(1);
    assertThat(registrations.actions.failure.get()).isNotNull();
  }

  @Test
  void revokesASecretWithOrWithoutItsTokens() {
    RegistrationRow row = registration();
    service.then(204, "").then(200, ONE_SECRET);
    registrations.revoke(row, "old", true);
    drawing.runNext();
    drawing.runNext();
    assertThat(service.requests().get(1).method()).isEqualTo("DELETE");
    assertThat(service.requests().get(1).target())
        .isEqualTo("/admin/v1/tenants/tn_1/registrations/c_1/secrets/old?revoke_tokens=true");
    assertThat(shown().secrets().getLast().isActive()).isFalse();
    service.then(204, "").then(200, ONE_SECRET);
    registrations.revoke(row, "new", false);
    drawing.runNext();
    drawing.runNext();
    assertThat(service.requests().get(3).target())
        .isEqualTo("/admin/v1/tenants/tn_1/registrations/c_1/secrets/new");
  }

  @Test
  void unlocksTheRegistrationOfThePreviousTenant() {
    RegistrationRow row = registration();
    service.then(404, "{\"code\":\"not_found\"}").then(200, REGISTRATION.formatted("false", 2));
    registrations.showTenant("tn_2");
    drawing.runNext();
    registrations.unlock(row);
    drawing.runNext();
    assertThat(service.requests().getLast().target())
        .isEqualTo("/admin/v1/tenants/tn_1/registrations/c_1/unlock");
    assertThat(service.requests().getLast().body()).isEmpty();
  }

  @Test
  void disablesARegistrationAndReportsFailures() {
    RegistrationRow row = registration();
    service.then(404, "{\"code\":\"not_found\"}").then(200, REGISTRATION.formatted("true", 2));
    registrations.setDisabled(row, true);
    drawing.runNext();
    assertThat(registrations.actions.failure.get()).isNotNull();
    registrations.setDisabled(row, true);
    drawing.runNext();
    assertThat(registrations.actions.failure.get()).isNull();
    assertThat(shown().isDisabled()).isTrue();
  }
}
