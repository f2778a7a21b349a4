package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of endpoints, and single ones. */
class ListWebhookEndpointsTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);

  private List<String> ids(String query) {
    return api.get(TestWebhookEndpoints.PATH + query).is(200).rows().stream()
        .map(row -> row.path("id").asText())
        .toList();
  }

  @Test
  void listsNewestFirstInPages() {
    List<String> entered = new ArrayList<>();
    for (int each = 0; each < 5; each++) {
      entered.addFirst(hooks.pending());
    }
    List<String> listed = new ArrayList<>();
    ServiceResponse page = api.get(TestWebhookEndpoints.PATH + "?limit=2");
    page.rows().forEach(row -> listed.add(row.path("id").asText()));
    while (page.body().path("has_more").asBoolean()) {
      page =
          api.get(TestWebhookEndpoints.PATH + "?limit=2&after=" + page.at("/next_cursor")).is(200);
      page.rows().forEach(row -> listed.add(row.path("id").asText()));
    }

    assertThat(listed).isEqualTo(entered);
    assertThat(page.body().path("next_cursor").isNull()).isTrue();
  }

  @Test
  void filtersByStatus() {
    String pending = hooks.pending();
    String active = hooks.active();
    String disabled = hooks.disabled();

    assertThat(ids("")).containsExactly(disabled, active, pending);
    assertThat(ids("?status=pending_verification")).containsExactly(pending);
    assertThat(ids("?status=active")).containsExactly(active);
    assertThat(ids("?status=disabled")).containsExactly(disabled);
    assertThat(api.get(TestWebhookEndpoints.PATH + "?status=gone").is(422).errors())
        .containsExactly("/query/status enum");
    String next = api.get(TestWebhookEndpoints.PATH + "?limit=1").at("/next_cursor");
    assertThat(
            api.get(TestWebhookEndpoints.PATH + "?limit=1&status=active&after=" + next)
                .is(422, "invalid_cursor")
                .errors())
        .containsExactly("/query/after invalid_cursor");
  }

  @Test
  void hidesSecretsAndEndpointsOfOtherTenants() {
    String own = hooks.active();
    RunningTenant other = tenant.service().newTenant();
    String theirs = new TestWebhookEndpoints(other).pending();

    assertThat(ids("")).containsExactly(own);
    assertThat(
            api.get(TestWebhookEndpoints.PATH).text()
                + api.get(TestWebhookEndpoints.path(own)).text())
        .doesNotContain("secret", "whsec_", "challenge");
    ServiceResponse foreign = api.get(TestWebhookEndpoints.path(theirs)).is(404, "not_found");
    ServiceResponse unknown =
        api.get(TestWebhookEndpoints.path("whe_01m840bp4mecasj3vjxvs95yam")).is(404, "not_found");
    assertThat(bare(foreign)).isEqualTo(bare(unknown));
    api.get(TestWebhookEndpoints.path(own.replace("whe_", "whd_"))).is(404, "not_found");
  }

  private static ObjectNode bare(ServiceResponse response) {
    ObjectNode body = (ObjectNode) response.body();
    body.remove(List.of("trace_id", "instance"));
    return body;
  }

  @Test
  void eTagIsIndependentOfHealth() {
    String id = hooks.active();
    String before = api.get(TestWebhookEndpoints.path(id)).is(200).header("ETag");
    hooks.sql(
        "UPDATE webhook_endpoint SET consecutive_failures = 3, failing_since = now(),"
            + " last_failure_at = '2026-11-20T10:00:00Z', last_success_at ="
            + " '2026-11-20T09:00:00.1239Z' WHERE id = ?",
        TestWebhookEndpoints.uuid(id));
    ServiceResponse after = api.get(TestWebhookEndpoints.path(id)).is(200);

    assertThat(after.header("ETag")).isEqualTo(before).isEqualTo("\"1\"");
    assertThat(after.body().path("health").toString())
        .isEqualTo(
            "{\"consecutive_failures\":3,\"last_success_at\":\"2026-11-20T09:00:00.123Z\","
                + "\"last_failure_at\":\"2026-11-20T10:00:00.000Z\"}");
    assertThat(api.get(TestWebhookEndpoints.PATH).rows()).containsExactly(after.body());
  }

  @Test
  void showsVerificationStatus() {
    String id = hooks.pending();
    hooks.sql(
        "DELETE FROM webhook_delivery_queue WHERE endpoint_id = ?", TestWebhookEndpoints.uuid(id));
    hooks.sql(
        "UPDATE webhook_endpoint SET verification_state = 'failed', challenge = NULL,"
            + " verification_expires_at = NULL, verification_last_attempt_at ="
            + " '2026-11-20T10:00:00Z', verification_failure_reason = 'timeout' WHERE id = ?",
        TestWebhookEndpoints.uuid(id));

    assertThat(hooks.get(id).path("verification").toString())
        .isEqualTo(
            "{\"state\":\"failed\",\"last_attempt_at\":\"2026-11-20T10:00:00.000Z\","
                + "\"failure_reason\":\"timeout\"}");
  }
}
