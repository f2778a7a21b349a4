package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantsViewModelTest {
  private static final String REGISTRATION =
      """
      {"client_id":"c_1","tenant_id":"tn_1","name":"App","scopes":["orders:read","events:read"],"disabled":%s,
       "locked":true,"updated_at":"2026-11-20T10:00:0%d.000Z","client_secret":"s3cret",
       "secrets":[{"secret_id":"new"},{"secret_id":"old"},{"secret_id":"gone","revoked_at":"x"}]}
      """;

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final ApiClient administration =
      ApiClient.administration(
          new Transport(Transport.Patience.DEFAULT), service.address(), "token");
  private final TenantsViewModel model = new TenantsViewModel(background, administration);

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
    model.choose("tn_1");
    drawing.next();
    return model.registrations().rows().getFirst();
  }

  @Test
  void disablesATenantInItsPlace() {
    service.then(200, page(tenant(false))).then(200, tenant(true));
    model.load();
    drawing.next();
    model.disable(model.tenants().rows().getFirst(), true);
    drawing.next();
    assertThat(model.tenants().rows()).singleElement().matches(TenantRow::disabled);
    assertThat(service.asked().getLast().method()).isEqualTo("PATCH");
    assertThat(service.asked().getLast().target()).isEqualTo("/admin/v1/tenants/tn_1");
    assertThat(service.asked().getLast().body()).isEqualTo("{\"disabled\":true}");
  }

  @Test
  void countsOnlyTheSecretsThatWork() {
    assertThat(registration().secrets()).containsExactly("new", "old");
  }

  @Test
  void showsTheSecretOfANewRegistrationOnce() {
    registration();
    service
        .then(201, REGISTRATION.formatted("false", 1))
        .then(200, page(REGISTRATION.formatted("false", 1)));
    model.createRegistration(" App ");
    drawing.next();
    assertThat(model.issued().get()).isEqualTo(new IssuedSecret("c_1", "s3cret"));
    assertThat(model.issued().get()).asString().doesNotContain("s3cret");
    model.forgetSecret();
    assertThat(model.issued().get()).isNull();
    assertThat(service.asked().get(1).body()).isEqualTo("{\"name\":\"App\"}");
    drawing.next();
  }

  @Test
  void revokesTheOldestSecretWithItsTokens() {
    RegistrationRow row = registration();
    service.then(204, "").then(200, page(""));
    model.revokeOldestSecret(row);
    drawing.next();
    drawing.next();
    assertThat(service.asked().get(1).method()).isEqualTo("DELETE");
    assertThat(service.asked().get(1).target())
        .isEqualTo("/admin/v1/tenants/tn_1/registrations/c_1/secrets/old?revoke_tokens=true");
  }

  @Test
  void unlocksTheRegistrationThatWasMeantAlsoWhenAnotherTenantIsChosenMeanwhile() {
    RegistrationRow row = registration();
    service.then(404, "{\"code\":\"not_found\"}").then(200, REGISTRATION.formatted("false", 2));
    model.choose("tn_2");
    drawing.next();
    model.unlock(row);
    drawing.next();
    assertThat(service.asked().getLast().target())
        .isEqualTo("/admin/v1/tenants/tn_1/registrations/c_1/unlock");
    assertThat(service.asked().getLast().body()).isEmpty();
  }

  @Test
  void disablesARegistrationAndSaysWhenItCouldNot() {
    RegistrationRow row = registration();
    service.then(404, "{\"code\":\"not_found\"}").then(200, REGISTRATION.formatted("true", 2));
    model.disable(row, true);
    drawing.next();
    assertThat(model.failure().get()).isNotNull();
    model.disable(row, true);
    drawing.next();
    assertThat(model.failure().get()).isNull();
    assertThat(model.registrations().rows()).singleElement().matches(RegistrationRow::disabled);
  }

  @Test
  void listsTheAuditLogByWhatIsFilledIn() {
    AuditViewModel audit =
        new AuditViewModel(background, administration, ZoneId.of("Europe/Berlin"));
    service.then(200, page("{\"id\":\"a1\",\"action\":\"on.the_moon\",\"actor\":\"operator\"}"));
    audit.action().set("dialing.halted");
    audit.from().set(LocalDate.of(2026, 11, 20));
    audit.to().set(LocalDate.of(2026, 11, 20));
    audit.apply();
    drawing.next();
    assertThat(service.asked().getFirst().target())
        .isEqualTo(
            "/admin/v1/audit-log?action=dialing.halted"
                + "&created_after=2026-11-19T23%3A00%3A00Z"
                + "&created_before=2026-11-20T23%3A00%3A00Z&limit=100");
    assertThat(audit.rows().rows()).extracting(AuditRow::action).containsExactly("on.the_moon");
  }
}
