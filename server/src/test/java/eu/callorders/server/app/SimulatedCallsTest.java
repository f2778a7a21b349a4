package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls of the simulator in the service's process. */
@Tag("long")
class SimulatedCallsTest {
  private static final Map<String, String> SETTINGS = Map.of("CALLORDERS_DEMO", "false");

  @Test
  void endWithTheNodeThatStops() {
    try (TestDatabase database = TestDatabase.create()) {
      DatabaseSetup setup = DatabaseSetup.keeping(database);
      String tenantId;
      String talking;
      String ringing;
      try (RunningService stopped = RunningService.withDatabase(setup, SETTINGS)) {
        RunningTenant tenant = stopped.newTenant();
        tenantId = tenant.id();
        talking = tenant.create(order(tenant, "talk_ms"));
        ringing = tenant.create(order(tenant, "ring_ms"));
        tenant.await(talking, "in_progress");
        tenant.await(ringing, "dialing");
      }

      try (RunningService next = RunningService.withDatabase(setup, SETTINGS)) {
        RunningTenant tenant = new RunningTenant(next, tenantId);
        assertThat(tenant.api().order(talking).at("/status")).isEqualTo("completed");
        assertThat(tenant.api().order(talking).at("/calls/0/disposition")).isEqualTo("answered");
        assertThat(tenant.api().order(ringing).at("/calls/0/disposition")).isEqualTo("failed");
        assertThat(List.of(talking, ringing))
            .extracting(order -> tenant.api().order(order).at("/result/summary_code"))
            .containsOnly("outcome_unknown");
      }
    }
  }

  /** Its call rings or talks for ten minutes. */
  private static OrderBody order(RunningTenant tenant, String delay) {
    return tenant
        .order("06")
        .set("/scheduling/max_attempts", 1)
        .set("/simulate/delays/" + delay, 600_000);
  }

  @Test
  void onlyNodesWithTheSimulatorLookForLostOnes() {
    try (RunningService sandbox = RunningService.sandbox(SETTINGS);
        RunningService live = RunningService.live()) {
      sandbox.awaitRounds("node-loss");
      live.awaitRounds("reconciler");

      assertThat(sandbox.admin().get("/metrics").text()).contains("loop=\"node-loss\"");
      assertThat(live.admin().get("/metrics").text()).doesNotContain("node-loss");
    }
  }
}
