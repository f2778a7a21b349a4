package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A service whose clock is 40 days ahead of the latest time that it has seen. */
class MaintenanceResumeTest {
  private static final String[] KEY = {"Idempotency-Key", "before-the-jump"};
  private static final String RESUME = "/admin/v1/maintenance/resume";
  private static final String REASON = "{\"reason\": \"it was stopped for 40 days\"}";

  private static final String JUMP =
      "UPDATE maintenance_clock SET latest_seen = latest_seen - interval '40 days'";

  private static final String AGE_REPLY =
      "UPDATE idempotency_record SET created_at = created_at - interval '40 days'";

  private static final String AGE_SIGNAL =
      "UPDATE signal_key SET recorded_at = recorded_at - interval '100 days'";

  private static final String EXPIRE_TRANSCRIPT =
      "UPDATE transcript SET expires_at = now() - interval '1 day'";

  @AutoClose private RunningService service;
  private RunningTenant tenant;

  @BeforeEach
  void start() {
    service = RunningService.sandbox(Map.of());
    tenant = service.newTenant();
  }

  @Test
  void holdsDeletionUntilOperatorResumes() {
    OrderBody order = tenant.laterOrder();
    String first = tenant.api().create(order.json(), KEY).is(202).id();
    JsonNode signal = SignalBody.of("a.b", tenant.laterOrder(), "before").json();
    String signalId = tenant.api().post("/v1/signals", signal).is(201).id();
    tenant.awaitEnd(tenant.create(tenant.order("00")));
    Await.until("a transcript is stored", () -> count("transcript") == 1);
    assertThat(resume().path("state").asText()).isEqualTo("running");
    assertThat(resumed()).isEmpty();

    service.awaitRounds("maintenance");
    service.sql(JUMP);
    service.awaitRounds("maintenance", "retention"); // wait for the last runs from before the jump
    service.sql(AGE_REPLY);
    service.sql(AGE_SIGNAL);
    service.sql(EXPIRE_TRANSCRIPT);
    service.awaitRounds("maintenance", "retention");

    assertThat(tenant.api().create(order.json(), KEY).is(202).id()).isEqualTo(first);
    assertThat(tenant.api().post("/v1/signals", signal).is(200).id()).isEqualTo(signalId);
    assertThat(count("idempotency_record")).isPositive();
    assertThat(count("transcript")).isEqualTo(1);
    assertThat(metrics()).contains("\ncallorders_maintenance_held 1.0\n");
    assertThat(recovery().at("/maintenance/state").asText()).isEqualTo("held");
    assertThat(overview().at("/maintenance/state").asText()).isEqualTo("held");

    assertThat(resume().path("state").asText()).isEqualTo("running");

    Await.until("the stored reply is deleted", () -> count("idempotency_record") == 0);
    Await.until("the key of the signal is deleted", () -> count("signal_key") == 0);
    Await.until("the transcript is deleted", () -> count("transcript") == 0);
    Await.until("the alert ends", () -> metrics().contains("\ncallorders_maintenance_held 0.0\n"));
    assertThat(overview().at("/maintenance/state").asText()).isEqualTo("running");
    assertThat(resumed()).containsExactly(List.of("it was stopped for 40 days"));
    resume();
    assertThat(resumed()).hasSize(1);
  }

  private JsonNode resume() {
    return service.admin().post(RESUME, REASON).body();
  }

  private List<List<String>> resumed() {
    return service.sql(
        "SELECT details::json ->> 'reason' FROM audit_entry WHERE action = 'maintenance.resumed'");
  }

  private int count(String table) {
    String query = "SELECT count(*) FROM " + table + " WHERE tenant_id = ?";
    return Integer.parseInt(service.sql(query, tenant.uuid()).getFirst().getFirst());
  }

  private String metrics() {
    return service.admin().get("/metrics").text();
  }

  private JsonNode overview() {
    return service.admin().get("/admin/v1/overview").body();
  }

  private JsonNode recovery() {
    return service.admin().get("/admin/v1/recovery").body();
  }
}
