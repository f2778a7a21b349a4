package eu.callorders.server.maintenance;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.MaintenanceClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MaintenanceStepsTest {
  private static final String OLD =
      """
      INSERT INTO failed_work (kind, item_id, detail, error, last_failed_at)
      SELECT 'a', n, '', '', now() - interval '31 days' FROM generate_series(1, 1001) AS n
      """;

  @AutoClose private final TestNode node = new TestNode();

  @Test
  void failingStepDoesNotBlockLaterOnes() throws SQLException {
    try (Connection connection = node.postgres.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP FUNCTION drop_day_partitions");
    }
    await(node.database.workers().query(OLD).execute());
    InstantSource realTime = InstantSource.system();
    AuditLog auditLog = new AuditLog(realTime, new Random(3));
    AuditChainVerifier audit = new AuditChainVerifier(node.database, auditLog);
    MaintenanceSteps steps =
        new MaintenanceSteps(
            node.database,
            new MaintenanceClock(node.database),
            new NewSettingsRecorder(node.database, auditLog),
            audit,
            new CounterVerifier(node.database, realTime.instant()),
            realTime);

    assertThatThrownBy(steps::runOnce).hasMessageContaining("drop_day_partitions");

    assertThat(await(node.database.workers().query("SELECT FROM failed_work").execute())).isEmpty();
  }
}
