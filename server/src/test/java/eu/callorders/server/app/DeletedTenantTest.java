package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestHttpClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tenant with orders, events and an endpoint is deleted. */
@Tag("long")
class DeletedTenantTest {
  private static final String MAKE_DUE =
      "UPDATE tenant_deletion SET next_run_at = now() WHERE tenant_id = ?";

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant =
      service.newTenant("{\"name\": \"Leaving\", \"caller_ids\": [\"+493023125000\"]}");
  private final String path = "/admin/v1/tenants/" + tenant.id();

  @Test
  void isGoneWithEverythingButTheAuditLog() {
    Api api = tenant.api();
    RunningTenant other = service.newTenant();
    other.create(other.laterOrder());
    other.awaitIdle();
    tenant.awaitEnd(tenant.create(tenant.order("21")));
    String open = tenant.create(tenant.laterOrder());
    tenant.suppress("+493023125000", null);
    new TestWebhookEndpoints(tenant).active();
    Map<String, String> others = other.rows().digests();

    TestHttpClient.Response deleted = service.admin().delete(path + "?confirm=Leaving");

    assertThat(deleted.status()).as(deleted.text()).isEqualTo(202);
    assertThat(token()).isEqualTo("invalid_client");
    Await.until("its tokens end", () -> api.order(open), response -> response.status() == 401);
    service.sql(MAKE_DUE, tenant.uuid());
    Await.until("it is gone", () -> service.admin().get(path), found -> found.status() == 404);
    assertThat(service.admin().delete(path + "?confirm=Leaving").code()).isEqualTo("not_found");
    service.sql(MAKE_DUE, tenant.uuid());
    Await.until("the second pass ends", () -> remaining("tenant_deletion").equals("0"));
    assertThat(tenant.rows().digests())
        .allSatisfy(
            (table, rows) -> {
              if (!List.of("audit_entry", "gateway_erasure").contains(table)) {
                assertThat(rows).as(table).startsWith("0 ");
              }
            });
    assertThat(remaining("search_text")).isEqualTo("0");
    assertThat(other.rows().digests()).isEqualTo(others);
    assertThat(token()).isEqualTo("invalid_client");
    assertThat(actions()).startsWith("tenant.deleted", "tenant.deletion_requested");
  }

  @Test
  void returnsAsAnotherOneUnderTheSameName() {
    service.admin().delete(path + "?confirm=Leaving");

    RunningTenant again =
        service.newTenant("{\"name\": \"Leaving\", \"caller_ids\": [\"+493023125000\"]}");

    assertThat(again.id()).isNotEqualTo(tenant.id());
    again.create(again.laterOrder());
    assertThat(again.api().get(Api.ORDERS).is(200).rows()).hasSize(1);
  }

  private String token() {
    return service
        .requestToken(
            "grant_type=client_credentials&client_id="
                + tenant.clientId()
                + "&client_secret="
                + tenant.clientSecret())
        .path("error")
        .asText();
  }

  private String remaining(String table) {
    return service
        .sql("SELECT count(*) FROM " + table + " WHERE tenant_id = ?", tenant.uuid())
        .getFirst()
        .getFirst();
  }

  private List<String> actions() {
    return service
        .admin()
        .get("/admin/v1/audit-log?limit=100&tenant_id=" + tenant.id())
        .body()
        .path("data")
        .findValuesAsText("action");
  }
}
