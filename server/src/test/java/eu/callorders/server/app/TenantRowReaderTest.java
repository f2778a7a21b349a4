package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantRowReaderTest {
  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();

  @AfterEach
  void waitForWork() {
    tenant.awaitIdle();
  }

  @Test
  void rowsDifferInTheTableThatHasChanged() {
    EveryOperation.of(tenant);
    Map<String, String> before = tenant.rows().digests();
    assertThat(changedSince(before)).isEmpty();

    assertChanged("call_order", "UPDATE call_order SET revision = revision + 1");
    assertChanged("client_lockout", "UPDATE client_lockout SET locks = locks + 1");
    assertChanged("client_secret", "UPDATE client_secret SET created_at = now()");
    assertChanged("webhook_endpoint", "UPDATE webhook_endpoint SET description = 'changed'");
    assertChanged("webhook_delivery", "UPDATE webhook_delivery SET attempt_count = 9");
    assertChanged("suppression", "UPDATE suppression SET reason = 'changed'");
    assertChanged("transcript", "DELETE FROM transcript");
  }

  private void assertChanged(String table, String statement) {
    Map<String, String> before = tenant.rows().digests();
    service.sql(statement + " WHERE tenant_id = ?", tenant.uuid());
    assertThat(changedSince(before)).as(statement).containsOnlyKeys(table);
  }

  private Map<String, String> changedSince(Map<String, String> before) {
    Map<String, String> changed = new TreeMap<>(tenant.rows().digests());
    changed.entrySet().removeIf(row -> Objects.equals(before.get(row.getKey()), row.getValue()));
    return changed;
  }

  /** Before its first step an enrollment also has a next action. */
  @Test
  void enrollmentBeforeItsFirstStepIsPendingWork() {
    EveryOperation.of(tenant);
    assertThat(tenant.rows().pendingWork()).isZero();

    enrollments("position = 'before'", "position = 'waiting'");
    assertThat(tenant.rows().pendingWork()).isPositive();
    enrollments("position = 'waiting'", "position = 'before'");

    assertThat(tenant.rows().pendingWork()).isZero();
  }

  private void enrollments(String change, String condition) {
    service.sql(
        "UPDATE enrollment SET %s WHERE tenant_id = ? AND status = 'active' AND %s"
            .formatted(change, condition),
        tenant.uuid());
  }

  @Test
  void entryThatIsNotEnforcedIsPendingWork() {
    tenant.api().post("/v1/suppressions", Api.json("{\"phone\": \"+493023125999\"}")).is(201);
    tenant.awaitIdle();
    service.sql(
        """
        INSERT INTO suppression_enforcement (suppression_id, tenant_id, next_run_at)
        SELECT id, tenant_id, now() + interval '1 hour' FROM suppression WHERE tenant_id = ?
        """,
        tenant.uuid());

    assertThat(tenant.rows().pendingWork()).isEqualTo(1);
    service.sql("DELETE FROM suppression_enforcement WHERE tenant_id = ?", tenant.uuid());
  }
}
