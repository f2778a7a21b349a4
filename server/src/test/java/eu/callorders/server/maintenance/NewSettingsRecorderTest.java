package eu.callorders.server.maintenance;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.Row;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NewSettingsRecorderTest {
  private static final InstantSource REAL_TIME = InstantSource.system();

  @AutoClose private final TestNode node = new TestNode();
  private final TenantStore tenants = new TenantStore();
  private final NewSettingsRecorder recorder =
      new NewSettingsRecorder(node.database, tenants, new AuditLog(REAL_TIME, new Random(3)));

  @Test
  void auditsTenantsOfAnEarlierReleaseOnce() {
    UUID earlier = insert("Earlier");
    UUID later = insert("Later");
    rows("UPDATE tenant SET outcome_rules = NULL WHERE id = '" + earlier + "' RETURNING id");
    assertThat(rules(earlier)).isEqualTo(OutcomeRules.NONE);

    recorder.runOnce();
    recorder.runOnce();

    assertThat(rows("SELECT tenant_id, action FROM audit_entry"))
        .extracting(row -> row.getUUID("tenant_id"), row -> row.getString("action"))
        .containsExactly(tuple(earlier, "tenant.settings_kept"));
    assertThat(rules(earlier)).isEqualTo(OutcomeRules.NONE);
    assertThat(rules(later)).isEqualTo(OutcomeRules.PROTECTIVE);
  }

  private OutcomeRules rules(UUID id) {
    return await(node.database.asWorker(connection -> tenants.find(connection, id)))
        .orElseThrow()
        .outcomes()
        .rules();
  }

  private UUID insert(String name) {
    Tenant tenant = TenantDefaults.tenant(UUID.randomUUID(), name, "live");
    await(
        node.database.asWorker(
            connection -> tenants.insert(connection, tenant, REAL_TIME.instant())));
    return tenant.id();
  }

  private List<Row> rows(String statement) {
    return await(node.database.workers().query(statement).execute()).stream().toList();
  }
}
