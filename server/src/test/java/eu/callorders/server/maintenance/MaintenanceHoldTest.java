package eu.callorders.server.maintenance;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.SettableClock;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.MaintenanceClock;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** After a clock jump of 40 days, old rows stay and future partitions are created. */
class MaintenanceHoldTest {
  private static final Duration JUMP = Duration.ofDays(40);

  private static final String EXPIRE =
      """
      WITH keys AS (
        INSERT INTO signal_key (tenant_id, signal_type, dedupe_key, signal_id, recorded_at)
        VALUES (gen_random_uuid(), 'a.b', 'c', gen_random_uuid(), now() - interval '91 days')),
      gone_keys AS (
        INSERT INTO gone_order_key (tenant_id, key_hash, order_id, recorded_at)
        VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
                now() - interval '91 days'))
      INSERT INTO failed_work (kind, item_id, detail, error, last_failed_at)
      VALUES ('a', 'b', '', '', now() - interval '31 days')
      """;

  private static final String LEFT =
      """
      SELECT 'signal_key' AS kept FROM signal_key
      UNION ALL SELECT 'gone_order_key' FROM gone_order_key
      UNION ALL SELECT 'failed_work' FROM failed_work
      UNION ALL SELECT relname FROM pg_class WHERE relname = $1
      """;

  private final Instant start = Instant.now();
  private final SettableClock realTime = new SettableClock(start);
  private final LocalDate oldDay = LocalDate.ofInstant(start, ZoneOffset.UTC).minusDays(35);

  @AutoClose private TestNode node;
  private MaintenanceSteps steps;

  @BeforeEach
  void createExpiredRows() {
    node = new TestNode();
    AuditLog auditLog = new AuditLog(realTime, new Random(3));
    AuditChainVerifier audit = new AuditChainVerifier(node.database, auditLog);
    steps =
        new MaintenanceSteps(
            node.database,
            new MaintenanceClock(node.database),
            new NewSettingsRecorder(node.database, auditLog),
            audit,
            new CounterVerifier(node.database, realTime.instant()),
            realTime);
    steps.runOnce();
    run(EXPIRE);
    run("SELECT create_day_partition('event', '" + oldDay + "')");
  }

  @Test
  void clockJumpPausesDeletionUntilTheOperatorResumes() {
    realTime.advance(JUMP);

    steps.runOnce();

    assertThat(remaining()).hasSize(4);
    assertThat(exists(eventPartition(LocalDate.ofInstant(start.plus(JUMP), ZoneOffset.UTC))))
        .isTrue();

    await(
        node.database.asWorker(
            connection -> MaintenanceClock.resume(connection, realTime.instant(), "stopped")));
    steps.runOnce();

    assertThat(remaining()).isEmpty();
  }

  @Test
  void deletionResumesWhenTheClockIsCorrected() {
    realTime.advance(JUMP);
    steps.runOnce();
    assertThat(remaining()).hasSize(4);

    realTime.advance(JUMP.negated());
    steps.runOnce();

    assertThat(remaining()).isEmpty();
  }

  private List<String> remaining() {
    return await(
            node.database.workers().preparedQuery(LEFT).execute(Tuple.of(eventPartition(oldDay))))
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private boolean exists(String table) {
    return await(
                node.database
                    .workers()
                    .preparedQuery("SELECT FROM pg_class WHERE relname = $1")
                    .execute(Tuple.of(table)))
            .size()
        > 0;
  }

  private static String eventPartition(LocalDate day) {
    return "event_" + day.toString().replace("-", "");
  }

  private void run(String statement) {
    await(node.database.asWorker(connection -> connection.query(statement).execute()));
  }
}
