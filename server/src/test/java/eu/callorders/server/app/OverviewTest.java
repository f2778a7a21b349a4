package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The deployment overview, tested on a separate service. */
class OverviewTest {
  @AutoClose private static final RunningService service = RunningService.sandbox(Map.of());

  @Test
  void countsOrdersByStatus() {
    JsonNode before = overview();
    RunningTenant tenant = service.newTenant();
    tenant.awaitEnd(tenant.create(tenant.order("00")));
    tenant.create(tenant.laterOrder());

    JsonNode orders =
        Await.until(
            "the later order is planned",
            () -> overview().path("orders"),
            it -> it.path("accepted").asInt() == 0);
    assertThat(orders.path("completed").asInt())
        .isEqualTo(before.at("/orders/completed").asInt() + 1);
    assertThat(orders.path("scheduled").asInt())
        .isEqualTo(before.at("/orders/scheduled").asInt() + 1);
    assertThat(orders).hasSize(8);
    assertThat(overview().path("calls_running").asInt()).isZero();
    assertThat(overview().path("environment").asText()).isEqualTo("sandbox");
  }

  @Test
  void reportsDialLag() {
    RunningTenant tenant = service.newTenant();
    tenant.create(tenant.laterOrder());
    Await.until("the order is planned", () -> overview().at("/orders/accepted").asInt() == 0);
    assertThat(overview().at("/dial_lag_ms/p99").asLong()).isZero();
    patch(tenant, "{\"quotas\": {\"max_concurrent_calls\": 0}}");
    service.sql(
        "UPDATE call_order SET next_attempt_at = ?::timestamptz WHERE tenant_id = ?",
        tenant.now().minus(Duration.ofHours(1)).toString(),
        tenant.uuid());

    assertThat(overview().at("/dial_lag_ms/p50").asLong()).isBetween(3_600_000L, 3_900_000L);
    assertThat(overview().at("/dial_lag_ms/p99").asLong()).isBetween(3_600_000L, 3_900_000L);
    service.awaitRounds("deployment-metrics");
    assertThat(metrics()).containsPattern("\ncallorders_orders_due [1-9]");
    patch(tenant, "{\"disabled\": true}");
    assertThat(overview().at("/dial_lag_ms/p99").asLong()).isZero();
  }

  @Test
  void reportsDeliveryLag() {
    UUID tenant = service.newTenant().uuid();
    service.sql(
        """
        INSERT INTO webhook_delivery_queue
          (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at)
        VALUES (?, now(), ?, ?, 0, now() - interval '20 s')
        """,
        tenant,
        UUID.randomUUID(),
        UUID.randomUUID());

    assertThat(overview().at("/delivery_lag_ms/p50").asLong()).isBetween(20_000L, 300_000L);
    service.awaitRounds("deployment-metrics");
    assertThat(metrics()).containsPattern("\ncallorders_webhooks_due [1-9]");
    service.sql("DELETE FROM webhook_delivery_queue WHERE tenant_id = ?", tenant);
    assertThat(overview().at("/delivery_lag_ms/p50").asLong()).isZero();
  }

  @Test
  void countsDeadLetters() {
    int before = overview().path("dead_letters").asInt();
    for (String status : new String[] {"failed", "skipped"}) {
      service.sql(
          """
          INSERT INTO webhook_delivery (tenant_id, created_at, id, endpoint_id, event_id,
            event_recorded_at, event_type, status)
          VALUES (?, now(), ?, ?, ?, now(), 'call_order.accepted', ?)
          """,
          service.newTenant().uuid(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          status);
    }

    assertThat(overview().path("dead_letters").asInt()).isEqualTo(before + 1);
  }

  @Test
  void listsGatewaysNodesAndHalts() {
    Await.until("the node has sent a heartbeat", () -> !overview().path("nodes").isEmpty());
    JsonNode overview = overview();
    assertThat(overview.path("gateways").toString())
        .isEqualTo("[{\"name\":\"embedded\",\"state\":\"up\"}]");
    assertThat(overview.path("nodes")).hasSize(1);
    JsonNode node = overview.at("/nodes/0");
    assertThat(node.path("id").asText()).startsWith("node_");
    assertThat(Instant.parse(node.path("last_seen_at").asText()))
        .isAfterOrEqualTo(Instant.parse(node.path("started_at").asText()));
    assertThat(overview.path("halts")).isEmpty();

    service.admin().post("/admin/v1/dialing/halt", "{\"country\": \"FR\", \"reason\": \"strike\"}");
    assertThat(overview().at("/halts/0/country").asText()).isEqualTo("FR");
    service.admin().post("/admin/v1/dialing/resume", "{\"reason\": \"over\"}");
    assertThat(overview().path("halts")).isEmpty();
  }

  @Test
  void exportsOverviewAsMetrics() {
    RunningTenant tenant = service.newTenant();
    tenant.awaitEnd(tenant.create(tenant.order("00")));
    double completed = overview().at("/orders/completed").asDouble();

    service.awaitRounds("deployment-metrics");
    Await.until(
        "the metrics are updated",
        () -> metrics().contains("\ncallorders_orders{status=\"completed\"} " + completed + "\n"));
    assertThat(metrics())
        .contains(
            "\ncallorders_audit_chain_broken 0.0\n",
            "\ncallorders_deviating_counts 0.0\n",
            "\ncallorders_calls_running ",
            "\ncallorders_dead_letters ",
            "\ncallorders_erasures_pending 0.0\n",
            "\ncallorders_gateway_erasures_pending 0.0\n",
            "\ncallorders_halt_age_seconds 0.0\n",
            "\ncallorders_partitions_ahead{log=\"event\"} 7.0\n",
            "\ncallorders_unknown_outcomes_total 0.0\n",
            "\ncallorders_build_info{version=\"development\"} 1\n",
            "\ncallorders_dial_lag_seconds{percentile=\"99\"} ",
            "\ncallorders_delivery_lag_seconds{percentile=\"50\"} ")
        .containsPattern("\ncallorders_dials_total\\{result=\"accepted\"} [1-9]")
        .containsPattern("\ncallorders_loop_round_seconds_count\\{loop=\"dialer\"} [1-9]")
        .containsPattern("\ncallorders_disk_free_bytes [1-9]");
  }

  private static String metrics() {
    return service.admin().get("/metrics").text();
  }

  @Test
  void dialsHaltedOrderAfterResume() {
    RunningTenant tenant = service.newTenant();
    String scope =
        "{\"tenant_id\": \"" + tenant.id() + "\", \"country\": \"DE\", \"reason\": \"x\"}";
    service.admin().post("/admin/v1/dialing/halt", scope);
    String order = tenant.create(tenant.order("00"));
    Await.until(
        "the order is parked",
        () ->
            !service
                .sql(
                    "SELECT id FROM call_order WHERE tenant_id = ? AND halt_id IS NOT NULL",
                    tenant.uuid())
                .isEmpty());
    JsonNode rules =
        service
            .admin()
            .get("/admin/v1/tenants/" + tenant.id() + "/call-orders/" + order + "/explanation")
            .body()
            .path("rules");
    assertThat(rules.toString()).contains("\"halt\",\"verdict\":\"wait\"");

    service.admin().post("/admin/v1/dialing/resume", scope);

    assertThat(tenant.awaitEnd(order).at("/status")).isEqualTo("completed");
  }

  private static void patch(RunningTenant tenant, String change) {
    service.admin().patch("/admin/v1/tenants/" + tenant.id(), change);
  }

  private static JsonNode overview() {
    return service.admin().get("/admin/v1/overview").body();
  }
}
