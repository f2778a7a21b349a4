package eu.callorders.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.audit.AuditEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AuditLogResourceTest {
  @AutoClose private static final AdminListenerFixture fixture = new AdminListenerFixture();
  private static final TestHttpClient admin = fixture.admin;
  private static final String ADDRESSES =
      IntStream.range(100, 200)
          .mapToObj("\"203.0.113.%d\""::formatted)
          .collect(Collectors.joining(","));

  @Test
  void auditsEveryChange() {
    String tenant = fixture.newTenant();
    String id = tenant.substring(tenant.lastIndexOf('/') + 1);
    admin.patch(tenant, "{\"name\": \"Renamed\"}");
    String client = fixture.newRegistration(tenant);
    String first = admin.get(client).body().at("/secrets/0/secret_id").textValue();
    admin.patch(client, "{\"disabled\": true}");
    String second = admin.post(client + "/secrets", null).body().path("secret_id").textValue();
    admin.delete(client + "/secrets/" + first);
    admin.post(client + "/unlock", null);
    admin.post(tenant + "/test-clock/advance", "{\"by\": \"PT1H\"}");

    List<JsonNode> entries = fixture.auditLog("tenant_id=" + id);
    String clientId = client.substring(client.lastIndexOf('/') + 1);
    assertThat(entries)
        .extracting(it -> it.path("action").asText() + " " + it.path("target").asText())
        .containsExactly(
            "test_clock.advanced " + id,
            "registration.unlocked " + clientId,
            "registration.secret_revoked " + first,
            "registration.secret_created " + second,
            "registration.updated " + clientId,
            "registration.created " + clientId,
            "tenant.updated " + id,
            "tenant.created " + id);
    assertThat(entries).allMatch(it -> it.path("actor").asText().equals("operator"));
    assertThat(entries.toString()).doesNotContain("cosk_");
  }

  @Test
  void saysWhatHasChanged() {
    String tenant = fixture.newTenant();
    String client = fixture.newRegistration(tenant);
    admin.patch(tenant, "{\"name\": \"Renamed\"}");
    admin.patch(client, "{\"disabled\": true}");
    admin.patch(client, "{\"allowlist\": [%s]}".formatted(ADDRESSES));

    assertThat(fixture.auditLog("tenant_id=" + tenant.substring(tenant.lastIndexOf('/') + 1)))
        .extracting(entry -> entry.path("details").toString())
        .containsExactly(
            "{\"before\":{\"allowlist\":[]},\"after\":{\"allowlist\":\"1601 characters\"}}",
            "{\"before\":{\"disabled\":false},\"after\":{\"disabled\":true}}",
            "{\"before\":{\"name\":\"Tenant\"},\"after\":{\"name\":\"Renamed\"}}",
            "",
            "");
  }

  @Test
  void auditsRotationOfSigningKey() {
    String kid = admin.post("/admin/v1/signing-keys/rotate", null).body().path("kid").textValue();

    JsonNode entry = fixture.auditLog("action=signing_key.rotated").getFirst();
    assertThat(entry.path("target").textValue()).isEqualTo(kid);
    assertThat(entry.has("tenant_id")).isFalse();
  }

  @Test
  void doesNotAuditRefusedOrEmptyChanges() {
    String tenant = fixture.newTenant();
    String id = tenant.substring(tenant.lastIndexOf('/') + 1);
    String client = fixture.newRegistration(tenant);
    admin.patch(tenant, "{}");
    admin.patch(tenant, "{\"name\": \"\"}");
    admin.patch(client, "{\"disabled\": false}");
    admin.post(client + "/secrets", null);
    admin.post(client + "/secrets", null);
    admin.delete(client + "/secrets/x");
    admin.post(tenant + "/test-clock/advance", "{}");

    assertThat(fixture.auditLog("tenant_id=" + id))
        .extracting(it -> it.path("action").asText())
        .containsExactly("registration.secret_created", "registration.created", "tenant.created");
  }

  @Test
  void listsAuditLogInPages() {
    String tenant = fixture.newTenant();
    for (String name : List.of("A", "B", "C", "D")) {
      admin.patch(tenant, "{\"name\": \"" + name + "\"}");
    }
    String filter = "tenant_id=" + tenant.substring(tenant.lastIndexOf('/') + 1);
    List<JsonNode> whole = fixture.auditLog(filter);
    List<JsonNode> read = new ArrayList<>();
    String after = "";
    boolean hasMore = true;
    while (hasMore) {
      JsonNode page = admin.get("/admin/v1/audit-log?limit=2&" + filter + after).body();
      page.path("data").forEach(read::add);
      hasMore = page.path("has_more").booleanValue();
      after = "&after=" + page.path("next_cursor").asText();
    }

    assertThat(read).hasSize(5).isEqualTo(whole);
    String cursor =
        admin.get("/admin/v1/audit-log?limit=2&" + filter).body().path("next_cursor").textValue();
    assertThat(admin.get("/admin/v1/audit-log?limit=2&after=" + cursor).code())
        .isEqualTo("invalid_cursor");
    assertThat(fixture.auditLog("tenant_id=nonsense")).isEmpty();
    assertThat(fixture.auditLog("action=nonsense")).isEmpty();
    assertThat(admin.get("/admin/v1/audit-log?created_after=today").status()).isEqualTo(422);
  }

  @Test
  void clientsCanVerifyHashChain() {
    String tenant = fixture.newTenant();
    admin.patch(tenant, "{\"name\": \"Renamed \\u20ac \\\"1.10\\\"\"}");

    List<JsonNode> newest = fixture.auditLog("limit=100");
    for (int i = 0; i + 1 < newest.size(); i++) {
      ObjectNode entry = newest.get(i).deepCopy();
      String hash = entry.remove("hash").textValue();
      assertThat(AuditEntry.hashOf(entry)).isEqualTo(hash);
      assertThat(entry.path("previous_hash")).isEqualTo(newest.get(i + 1).path("hash"));
    }
  }
}
