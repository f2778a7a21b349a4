package eu.callorders.server.maintenance;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.tenant.AllowedCountries;
import eu.callorders.server.tenant.OutcomeSettings;
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
  private static final UUID EARLIER = UUID.fromString("00000000-0000-7000-8000-000000000001");

  private static final String OF_THE_RELEASE_BEFORE =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      VALUES ('00000000-0000-7000-8000-000000000001', 'Tenant', 'de-DE', 'Europe/Berlin',
              'date_of_birth', '{}', 10, 10, 10, 10, 'none', 'P90D', 'P0D', 36, true)
      RETURNING id
      """;

  @AutoClose private final TestNode node = new TestNode();
  private final NewSettingsRecorder recorder =
      new NewSettingsRecorder(node.database, new AuditLog(REAL_TIME, new Random(3)));

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

  /** A tenant as a node of release 0.1 inserts it. */
  @Test
  void tenantOfAnEarlierReleaseKeepsEveryNewSettingAtItsNull() {
    rows(OF_THE_RELEASE_BEFORE);

    recorder.runOnce();

    Tenant kept = find(EARLIER);
    assertThat(kept.outcomes()).isEqualTo(OutcomeSettings.NONE);
    assertThat(kept.allowedCountries()).isEqualTo(AllowedCountries.ALL);
    assertThat(kept.quotas().maxContactsPerNumberPerDay()).isNull();
    assertThat(kept.disclosures()).isEmpty();
    assertThat(rows("SELECT FROM predial_check")).isEmpty();
    assertThat(rows("SELECT target FROM audit_entry WHERE action = 'tenant.settings_kept'"))
        .extracting(row -> row.getString("target"))
        .containsExactly(IdKind.TENANT.format(EARLIER));
  }

  private OutcomeRules rules(UUID id) {
    return find(id).outcomes().rules();
  }

  private Tenant find(UUID id) {
    return await(node.database.asWorker(connection -> TenantStore.find(connection, id)))
        .orElseThrow();
  }

  private UUID insert(String name) {
    Tenant tenant = TenantDefaults.tenant(UUID.randomUUID(), name, "live");
    await(
        node.database.asWorker(
            connection -> TenantStore.insert(connection, tenant, REAL_TIME.instant())));
    return tenant.id();
  }

  private List<Row> rows(String statement) {
    return await(node.database.workers().query(statement).execute()).stream().toList();
  }
}
