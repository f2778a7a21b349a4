package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListWebhookDeliveriesTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private String endpoint;

  @BeforeEach
  void begin() {
    endpoint = hooks.active();
    hooks.sql("DELETE FROM webhook_delivery WHERE tenant_id = ?", tenant.uuid());
  }

  private String deliver(Duration ago, String type, String status) {
    UUID id = hooks.delivery(endpoint, now.minus(ago), UUID.randomUUID(), type, status);
    if (List.of("pending", "retrying").contains(status)) {
      hooks.enqueue(endpoint, id);
    }
    return IdKind.WEBHOOK_DELIVERY.format(id);
  }

  private List<String> ids(String query) {
    return api.get(TestWebhookEndpoints.DELIVERIES + query).is(200).rows().stream()
        .map(row -> row.path("id").asText())
        .toList();
  }

  @Test
  void listsNewestFirstInPages() {
    List<String> made = new ArrayList<>();
    for (int days = 3; days >= 0; days--) {
      made.addFirst(deliver(Duration.ofDays(days), "call.ended", "succeeded"));
      made.addFirst(deliver(Duration.ofDays(days).minusMinutes(1), "call.ended", "failed"));
    }
    List<String> listed = new ArrayList<>();
    ServiceResponse page = api.get(TestWebhookEndpoints.DELIVERIES + "?limit=3").is(200);
    page.rows().forEach(row -> listed.add(row.path("id").asText()));
    while (page.body().path("has_more").asBoolean()) {
      page =
          api.get(TestWebhookEndpoints.DELIVERIES + "?limit=3&after=" + page.at("/next_cursor"))
              .is(200);
      page.rows().forEach(row -> listed.add(row.path("id").asText()));
    }

    assertThat(listed).isEqualTo(made);
    assertThat(page.body().path("next_cursor").isNull()).isTrue();
  }

  @Test
  void showsAttempts() {
    UUID event = UUID.randomUUID();
    UUID id = hooks.delivery(endpoint, now, event, "call.ended", "retrying");
    hooks.sql(
        "UPDATE webhook_delivery SET next_attempt_at = '2026-11-23T13:02:28.9Z', attempts ="
            + " '[{\"at\": \"2026-11-23T13:02:23.900Z\", \"response_status\": 503, \"error\":"
            + " \"http_status\", \"duration_ms\": 84}, {\"at\": \"2026-11-23T13:02:24.900Z\","
            + " \"error\": \"timeout\", \"duration_ms\": 15000}]' WHERE id = ?",
        id);
    JsonNode shown = api.get(TestWebhookEndpoints.DELIVERIES).is(200).rows().getFirst();

    assertThat(shown.toString())
        .isEqualTo(
            ("{`id`:`%s`,`event_id`:`%s`,`event_type`:`call.ended`,`endpoint_id`:`%s`,"
                    + "`status`:`retrying`,`attempts`:[{`at`:`2026-11-23T13:02:23.900Z`,"
                    + "`response_status`:503,`error`:`http_status`,`duration_ms`:84},"
                    + "{`at`:`2026-11-23T13:02:24.900Z`,`error`:`timeout`,`duration_ms`:15000}],"
                    + "`next_attempt_at`:`2026-11-23T13:02:28.900Z`,`created_at`:`%s`}")
                .formatted(
                    IdKind.WEBHOOK_DELIVERY.format(id),
                    IdKind.EVENT.format(event),
                    endpoint,
                    shown.path("created_at").asText())
                .replace('`', '"'));
    assertThat(Instant.parse(shown.path("created_at").asText())).isEqualTo(now);
  }

  @Test
  void filters() {
    String pending = deliver(Duration.ofHours(1), "call.ended", "pending");
    String retrying = deliver(Duration.ofHours(2), "call.started", "retrying");
    String succeeded = deliver(Duration.ofHours(3), "call.ended", "succeeded");
    String failed = deliver(Duration.ofHours(4), "call.ended", "failed");
    String skipped = deliver(Duration.ofHours(5), "signal.received", "skipped");
    String first = endpoint;
    endpoint = hooks.active();
    hooks.sql(
        "DELETE FROM webhook_delivery WHERE event_type = 'webhook_endpoint.verification' AND"
            + " tenant_id = ?",
        tenant.uuid());
    String other = deliver(Duration.ofHours(6), "call.ended", "failed");

    assertThat(ids("")).containsExactly(pending, retrying, succeeded, failed, skipped, other);
    assertThat(ids("?status=pending")).containsExactly(pending);
    assertThat(ids("?status=retrying")).containsExactly(retrying);
    assertThat(ids("?status=succeeded")).containsExactly(succeeded);
    assertThat(ids("?status=failed")).containsExactly(failed, other);
    assertThat(ids("?status=skipped")).containsExactly(skipped);
    assertThat(ids("?endpoint_id=" + endpoint)).containsExactly(other);
    assertThat(ids("?status=failed&endpoint_id=" + first)).containsExactly(failed);
    assertThat(ids("?event_type=call.ended")).containsExactly(pending, succeeded, failed, other);
    assertThat(ids("?event_type=call.started&status=retrying")).containsExactly(retrying);
    assertThat(ids("?event_type=enrollment.started")).isEmpty();
    String event = api.get(TestWebhookEndpoints.DELIVERIES).rows().get(2).path("event_id").asText();
    assertThat(ids("?event_id=" + event)).containsExactly(succeeded);
    assertThat(ids("?event_id=" + event + "&status=failed")).isEmpty();
    assertThat(ids("?created_after=" + now.minus(Duration.ofHours(3)))).hasSize(3);
    assertThat(ids("?created_before=" + now.minus(Duration.ofHours(3))))
        .containsExactly(failed, skipped, other);
    assertThat(
            ids(
                "?created_after="
                    + now.minus(Duration.ofHours(4))
                    + "&created_before="
                    + now.minus(Duration.ofHours(2))
                    + "&event_type=call.ended&status=failed&endpoint_id="
                    + first))
        .containsExactly(failed);
  }

  @Test
  void bindsCursorToFilters() {
    deliver(Duration.ofHours(1), "call.ended", "failed");
    String second = deliver(Duration.ofHours(2), "call.ended", "failed");
    String next =
        api.get(TestWebhookEndpoints.DELIVERIES + "?limit=1&status=failed").at("/next_cursor");

    assertThat(ids("?limit=1&status=failed&after=" + next)).containsExactly(second);
    api.get(TestWebhookEndpoints.DELIVERIES + "?limit=1&after=" + next).is(422, "invalid_cursor");
    tenant
        .service()
        .newTenant()
        .api()
        .get(TestWebhookEndpoints.DELIVERIES + "?limit=1&status=failed&after=" + next)
        .is(422, "invalid_cursor");
  }

  @Test
  void listsLastThirtyDays() {
    deliver(Duration.ofDays(30).plusMinutes(5), "call.ended", "failed");
    String old = deliver(Duration.ofDays(30).minusMinutes(5), "call.ended", "failed");

    assertThat(ids("")).containsExactly(old);
    assertThat(ids("?created_after=2020-01-01T00:00:00Z")).containsExactly(old);
    assertThat(ids("?created_before=2020-01-01T00:00:00Z")).isEmpty();
  }

  @Test
  void hidesDeliveriesOfOtherTenants() {
    String own = deliver(Duration.ofHours(1), "call.ended", "succeeded");
    RunningTenant other = tenant.service().newTenant();
    String event =
        api.get(TestWebhookEndpoints.DELIVERIES).rows().getFirst().path("event_id").asText();

    assertThat(other.api().get(TestWebhookEndpoints.DELIVERIES).is(200).rows()).isEmpty();
    assertThat(
            other
                .api()
                .get(TestWebhookEndpoints.DELIVERIES + "?endpoint_id=" + endpoint)
                .is(200)
                .rows())
        .isEmpty();
    assertThat(
            other.api().get(TestWebhookEndpoints.DELIVERIES + "?event_id=" + event).is(200).rows())
        .isEmpty();
    assertThat(ids("?endpoint_id=whe_01m840bp4mecasj3vjxvs95yam")).isEmpty();
    assertThat(ids("?endpoint_id=" + own)).isEmpty();
    assertThat(ids("?event_id=x")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "status=lost, /query/status enum",
    "created_after=2026-01-01T00:00:00, /query/created_after offset_missing",
    "created_before=now, /query/created_before format",
    "limit=101, /query/limit maximum",
    "run_id=x, /query/run_id unknown_member"
  })
  void reportsFaults(String query, String expected) {
    assertThat(
            api.get(TestWebhookEndpoints.DELIVERIES + "?" + query)
                .is(422, "validation_failed")
                .errors())
        .containsExactly(expected);
  }
}
