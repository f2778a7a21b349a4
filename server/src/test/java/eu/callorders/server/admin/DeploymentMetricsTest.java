package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;

import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.server.worker.WorkLoop;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DeploymentMetricsTest {
  @AutoClose private final TestNode node = new TestNode();
  private final MeterRegistry metrics = new SimpleMeterRegistry();

  @Test
  void failedPartDoesNotAffectOthers() throws SQLException {
    try (Connection connection = node.postgres.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE order_count RENAME TO gone");
      statement.execute("ALTER TABLE webhook_delivery_queue RENAME TO gone_too");
    }
    await(
        node.database
            .workers()
            .query("INSERT INTO failed_work (kind, item_id, detail, error) VALUES ('a','b','','')")
            .execute());

    try (WorkLoop.Handle _ = DeploymentMetrics.start(node.vertx, node.database, metrics)) {
      Await.until(
          "the failed work is counted",
          () -> metrics.get("callorders_failed_work").gauge().value() == 1);
    }
  }
}
