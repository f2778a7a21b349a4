package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TenantNamesTest {
  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final FakeService service = new FakeService();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final TenantNames tenants =
      new TenantNames(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
          "tn_1",
          "Acme");

  private void load() {
    service.then(
        200,
        """
        {"data":[{"tenant_id":"tn_3","name":"Twin"},{"tenant_id":"tn_2","name":"Twin"},
         {"tenant_id":"tn_1","name":"Acme"}],"has_more":false}
        """);
    tenants.load();
    drawing.runNext();
  }

  @Test
  void knowsTheTenantOfTheSessionOnlyBeforeItHasLoaded() {
    assertThat(tenants.text("tn_1")).isEqualTo("Acme");
    assertThat(tenants.text("tn_2")).isEqualTo("tn_2");
    assertThat(tenants.choices()).containsExactly("Acme · tn_1");
  }

  @Test
  void addsTheIdentifierToANameOfSeveralTenants() {
    load();
    assertThat(tenants.text("tn_1")).isEqualTo("Acme");
    assertThat(tenants.text("tn_2")).isEqualTo("Twin (tn_2)");
    assertThat(tenants.choices()).containsExactly("Acme · tn_1", "Twin · tn_2", "Twin · tn_3");
  }

  @Test
  void findsATenantByNameChoiceOrIdentifier() {
    load();
    assertThat(tenants.find("acme")).contains("tn_1");
    assertThat(tenants.find("Twin · tn_3")).contains("tn_3");
    assertThat(tenants.find("tn_1001")).contains("tn_1001");
    assertThat(tenants.find("Twin")).isEmpty();
    assertThat(tenants.find("Acm")).isEmpty();
  }
}
