package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeleteWebhookEndpointTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);

  private ServiceResponse delete(String id, String... headers) {
    return api.send("DELETE", TestWebhookEndpoints.path(id), null, headers);
  }

  @Test
  void deletesEndpointAndSecretsButKeepsDeliveries() {
    String id = hooks.active();
    UUID sent = hooks.delivery(id, Instant.now(), UUID.randomUUID(), "call.ended", "succeeded");
    UUID waiting = hooks.delivery(id, Instant.now(), UUID.randomUUID(), "call.ended", "pending");
    hooks.enqueue(id, waiting);
    String other = hooks.active();
    ServiceResponse deleted = delete(id).is(204);

    assertThat(deleted.text()).isEmpty();
    api.get(TestWebhookEndpoints.path(id)).is(404, "not_found");
    hooks.patch(id, "{}").is(404, "not_found");
    api.post(TestWebhookEndpoints.path(id) + "/test").is(404, "not_found");
    api.post(TestWebhookEndpoints.path(id) + "/rotate-secret").is(404, "not_found");
    delete(id).is(404, "not_found");
    assertThat(api.get(TestWebhookEndpoints.PATH).rows())
        .extracting(row -> row.path("id").asText())
        .containsExactly(other);
    assertThat(
            hooks.sql(
                "SELECT count(*) FROM webhook_secret WHERE endpoint_id = ?",
                TestWebhookEndpoints.uuid(id)))
        .containsExactly(List.of("0"));
    assertThat(
            hooks.sql(
                "SELECT count(*) FROM webhook_delivery_queue WHERE endpoint_id = ?",
                TestWebhookEndpoints.uuid(id)))
        .containsExactly(List.of("0"));
    assertThat(
            hooks.sql(
                "SELECT status FROM webhook_delivery WHERE id IN (?, ?) ORDER BY status",
                sent,
                waiting))
        .containsExactly(List.of("skipped"), List.of("succeeded"));
    assertThat(api.get(TestWebhookEndpoints.DELIVERIES + "?endpoint_id=" + id).is(200).rows())
        .hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void cancelsReplays() {
    String id = hooks.active();
    hooks.sql(
        "INSERT INTO webhook_replay (id, tenant_id, endpoint_id, cursor_xid, cursor_seq, end_xid,"
            + " only_failed, state, events, created_at) VALUES (gen_random_uuid(), ?, ?, '0', 0,"
            + " '0', false, 'running', 1, now())",
        tenant.uuid(),
        TestWebhookEndpoints.uuid(id));
    delete(id).is(204);

    assertThat(
            hooks.sql(
                "SELECT state FROM webhook_replay WHERE endpoint_id = ?",
                TestWebhookEndpoints.uuid(id)))
        .doesNotContain(List.of("running"));
  }

  @Test
  void repeatsReplyForSameKey() {
    String id = hooks.pending();
    delete(id, "Idempotency-Key", "gone").is(204);
    ServiceResponse again = delete(id, "Idempotency-Key", "gone").is(204);

    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
  }

  @Test
  void returns404ForEndpointsOfOtherTenants() {
    TestWebhookEndpoints theirs = new TestWebhookEndpoints(tenant.service().newTenant());
    String id = theirs.pending();

    delete(id).is(404, "not_found");
    delete("x").is(404, "not_found");
    assertThat(theirs.get(id).path("id").asText()).isEqualTo(id);
  }

  @Test
  void concurrentRequestsDeleteOnce() {
    String id = hooks.active();

    assertThat(TestWebhookEndpoints.concurrently(6, each -> delete(id)))
        .isEqualTo("{204=1, 404=5}");
  }
}
