package eu.callorders.server.admin;

import static eu.callorders.server.admin.AdminListenerFixture.TENANTS;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.TestNode;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.PoolSizes;
import eu.callorders.server.database.PrimaryServer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AdminListenerTest {
  @AutoClose private static final AdminListenerFixture fixture = new AdminListenerFixture();
  private static final TestHttpClient admin = fixture.admin;
  private static final TestHttpClient anonymous = fixture.anonymous;
  private static final TestNode node = fixture.node;

  @Test
  void rotatesSigningKey() {
    Response rotated = admin.post("/admin/v1/signing-keys/rotate", null);

    assertThat(rotated.status()).isEqualTo(201);
    assertThat(rotated.body().path("kid").textValue()).hasSize(43);
  }

  @Test
  void requiresToken() {
    assertThat(anonymous.get(TENANTS).code()).isEqualTo("unauthorized");
    assertThat(anonymous.get(TENANTS).header("WWW-Authenticate")).startsWith("Bearer");
    assertThat(anonymous.post(TENANTS, "{\"name\": \"x\"}").status()).isEqualTo(401);
    assertThat(anonymous.delete(TENANTS).status()).isEqualTo(405);
    assertThat(anonymous.get("/admin/v1/nothing").code()).isEqualTo("not_found");
  }

  @Test
  void limitsAnonymousRequestsOnly() {
    for (int i = 0; i < AdminListenerFixture.ANONYMOUS_BURST; i++) {
      anonymous.get(TENANTS);
    }

    Response limited = anonymous.get(TENANTS);
    assertThat(limited.code()).isEqualTo("rate_limited");
    assertThat(limited.header("Retry-After")).isEqualTo("1");
    assertThat(admin.get(TENANTS).status()).isEqualTo(200);
    assertThat(anonymous.get("/health/live").status()).isEqualTo(200);
    assertThat(anonymous.get("/metrics").status()).isEqualTo(200);
    node.clock.advance(Duration.ofSeconds(AdminListenerFixture.ANONYMOUS_BURST));
    assertThat(anonymous.get(TENANTS).code()).isEqualTo("unauthorized");
  }

  @Test
  void servesHealth() {
    assertThat(anonymous.get("/health/live").text()).isEqualTo("{\"status\":\"live\"}");
    Response ready = anonymous.get("/health/ready");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.body().path("status").textValue()).isEqualTo("ready");
    assertThat(ready.body().path("checks").findValuesAsText("name"))
        .containsExactly("database", "migrations", "gateway");

    fixture.gatewayUp.set(false);
    Response withoutGateway = anonymous.get("/health/ready");
    fixture.gatewayUp.set(true);
    assertThat(withoutGateway.status()).isEqualTo(503);
    assertThat(withoutGateway.body().path("checks").findValuesAsText("status"))
        .containsExactly("up", "up", "down");
  }

  @Test
  void isNotReadyOnOtherSchemaVersion() {
    HealthCheck check = HealthCheck.migrations(node.database, "999");

    assertThat(TestNode.failure(check.run().get())).hasMessageContaining("999");
  }

  private static final String WAITING =
      """
      SELECT count(*)
        FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted
      """;

  private static boolean isLockAwaited() {
    RowSet<Row> rows = TestNode.await(node.database.workers().query(WAITING).execute());
    return rows.iterator().next().getLong(0) > 0;
  }

  /** The same load would take every node from a balancer. */
  @Test
  void isReadyWhileEveryConnectionIsBusy() throws SQLException {
    PrimaryServer server = PrimaryServer.of(ConnectOptions.to(node.postgres.service()));
    Database database =
        Database.open(node.vertx, server, new PoolSizes(1, 1), Duration.ofMillis(100));
    SqlClient workers = database.workers();
    try (Connection holder = node.postgres.owner().connect();
        Statement statement = holder.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(4711)");
      Await.until(
          "the only connection waits for the lock",
          () -> {
            workers.query("SELECT pg_advisory_xact_lock(4711)").execute();
            return isLockAwaited();
          });

      Throwable failure = TestNode.failure(workers.query("SELECT 1").execute());
      assertThat(DatabaseFailures.isBusy(failure)).as(failure.toString()).isTrue();
      TestNode.await(HealthCheck.database(database).run().get());

      statement.execute("SELECT pg_advisory_unlock(4711)");
    } finally {
      TestNode.await(database.close());
    }
  }

  /** An upgrade that fails takes no node of this release out of service. */
  @Test
  void isReadyBesideAFailedLaterMigration() throws SQLException {
    try (Connection owner = node.postgres.owner().connect();
        Statement statement = owner.createStatement()) {
      statement.execute(
          """
          INSERT INTO flyway_schema_history
            (installed_rank, version, description, type, script, installed_by, execution_time,
             success)
          VALUES (1000, '3.1', 'of another jar', 'SQL', 'V3_1__of_another_jar.sql', 'owner', 1,
                  false)
          """);
    }
    TestNode.await(HealthCheck.migrations(node.database, "1.1").run().get());
    HealthCheck failed = HealthCheck.migrations(node.database, "3.1");
    assertThat(TestNode.failure(failed.run().get())).hasMessageContaining("3.1");
  }

  @Test
  void servesMetricsInPrometheusFormat() {
    Response response = anonymous.get("/metrics");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.header("Content-Type")).startsWith("text/plain; version=0.0.4");
    assertThat(response.text()).contains("# TYPE jvm_memory_used_bytes gauge");
  }

  @Test
  void servesContract() {
    assertThat(anonymous.get("/openapi.yaml").text()).contains("operationId: createRegistration");
  }
}
