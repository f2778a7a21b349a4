package eu.callorders.server.admin;

import static eu.callorders.server.admin.AdminListenerFixture.TENANTS;
import static eu.callorders.server.admin.AdminListenerFixture.UNKNOWN_TENANT;
import static eu.callorders.server.admin.AdminListenerFixture.assertFault;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The request to delete a tenant. */
class DeleteTenantTest {
  @AutoClose private static final AdminListenerFixture fixture = new AdminListenerFixture();
  private static final TestHttpClient admin = fixture.admin;

  @Test
  void showsTheRequestUntilTheTenantIsGone() {
    String tenant = fixture.newTenant();
    String requestedAt = fixture.node.clock.instant().toString().replace("Z", ".000Z");

    Response deleted = admin.delete(tenant + "?confirm=Tenant");

    assertThat(deleted.status()).as(deleted.text()).isEqualTo(202);
    assertThat(deleted.body().path("disabled").booleanValue()).isTrue();
    assertThat(deleted.body().path("deletion_requested_at").asText()).isEqualTo(requestedAt);
    assertThat(admin.get(tenant).body()).isEqualTo(deleted.body());
    assertThat(admin.get(TENANTS + "?limit=100").body().path("data")).contains(deleted.body());
    assertThat(halts(tenant)).containsExactly("The tenant is being deleted.");
  }

  @Test
  void repeatedRequestChangesNothing() {
    String tenant = fixture.newTenant();
    JsonNode first = admin.delete(tenant + "?confirm=Tenant").body();
    fixture.node.clock.advance(Duration.ofSeconds(1));

    Response again = admin.delete(tenant + "?confirm=Tenant");

    assertThat(again.status()).isEqualTo(202);
    assertThat(again.body()).isEqualTo(first);
    assertThat(actions(tenant)).containsExactly("tenant.deletion_requested", "tenant.created");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tenant", "Tenant%20", "T"})
  void requiresTheName(String confirm) {
    String tenant = fixture.newTenant();
    JsonNode before = admin.get(tenant).body();

    assertFault(admin.delete(tenant + "?confirm=" + confirm), "/query/confirm", "inconsistent");
    assertFault(admin.delete(tenant), "/query/confirm", "required");

    assertThat(admin.get(tenant).body()).isEqualTo(before);
    assertThat(halts(tenant)).isEmpty();
    assertThat(actions(tenant)).containsExactly("tenant.created");
  }

  @Test
  void refusesChangesAfterTheRequest() {
    String tenant = fixture.newTenant();
    admin.delete(tenant + "?confirm=Tenant");

    assertThat(admin.patch(tenant, "{\"disabled\": false}").code())
        .isEqualTo("tenant_being_deleted");
    assertThat(admin.get(tenant).body().path("disabled").booleanValue()).isTrue();
  }

  @Test
  void unknownTenantIsNotFound() {
    assertThat(admin.delete(UNKNOWN_TENANT + "?confirm=Tenant").code()).isEqualTo("not_found");
  }

  private static String id(String tenant) {
    return tenant.substring(TENANTS.length() + 1);
  }

  private static List<String> actions(String tenant) {
    return fixture.auditLog("tenant_id=" + id(tenant)).stream()
        .map(entry -> entry.path("action").asText())
        .toList();
  }

  /** The reasons of the halts of a tenant. */
  private static List<String> halts(String tenant) {
    JsonNode halts = admin.get("/admin/v1/dialing/halts").body().path("halts");
    return Json.items(halts)
        .filter(halt -> halt.path("tenant_id").asText().equals(id(tenant)))
        .map(halt -> halt.path("reason").asText())
        .toList();
  }
}
