package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.server.worker.WorkLoop;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
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

  @Test
  void measuresHaltsPartitionsAndStorage() throws SQLException {
    String fourthDay =
        LocalDate.now(ZoneOffset.UTC).plusDays(4).format(DateTimeFormatter.BASIC_ISO_DATE);
    try (Connection connection = node.postgres.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE event_" + fourthDay + " RENAME TO gone");
      statement.execute(
          """
          INSERT INTO dial_halt (id, kind, country, reason, halted_at, lifted_at)
          VALUES (gen_random_uuid(), 'operator', 'DE', 'x', now() - interval '2 hours', NULL),
                 (gen_random_uuid(), 'operator', 'FR', 'x', now() - interval '1 hour', NULL),
                 (gen_random_uuid(), 'operator', 'IT', 'x', now() - interval '1 day', now())
          """);
    }

    try (WorkLoop.Handle _ = DeploymentMetrics.start(node.vertx, node.database, metrics)) {
      Await.until("all parts are read", () -> value("callorders_schema_release") > 0);
      Await.until("the halt is read", () -> value("callorders_halt_age_seconds") > 0);
    }
    assertThat(value("callorders_halt_age_seconds")).isBetween(7200.0, 7500.0);
    assertThat(value("callorders_partitions_ahead", "log", "event")).isEqualTo(3);
    assertThat(value("callorders_partitions_ahead", "log", "webhook_delivery")).isEqualTo(7);
    assertThat(value("callorders_schema_release")).isEqualTo(2);
    assertThat(value("callorders_database_bytes")).isGreaterThan(1e6);
  }

  /** Zero would be an alarm. */
  @Test
  void partitionsAreUnknownBeforeTheFirstRead() throws SQLException {
    try (Connection connection = node.postgres.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE flyway_schema_history RENAME TO gone");
    }

    try (WorkLoop.Handle _ = DeploymentMetrics.start(node.vertx, node.database, metrics)) {
      assertThat(value("callorders_partitions_ahead", "log", "event")).isNaN();
    }
  }

  private double value(String name, String... tags) {
    return metrics.get(name).tags(tags).gauge().value();
  }
}
