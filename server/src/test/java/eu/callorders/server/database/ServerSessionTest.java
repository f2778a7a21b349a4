package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.TestNode;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ServerSessionTest {
  private static final String SETTINGS =
      "SELECT name, current_setting(name, true) AS value FROM unnest($1::text[]) AS name";

  @AutoClose private final TestNode node = new TestNode();
  private final Random random = new Random(1);

  @Test
  void everyPooledConnectionHasItsSettings() {
    PrimaryServer server = PrimaryServer.of(node.postgres.service());
    Database database =
        Database.open(node.vertx, server, new PoolSizes(1, 1), Duration.ofSeconds(30));
    ServerSession session = ServerSession.BOUNDED.planned();
    try {
      Map<String, String> worker =
          await(database.asWorker(connection -> settings(connection, session.worker())));
      Map<String, String> tenant =
          await(
              database.asTenant(
                  UuidV7.at(TestNode.START, random), connection -> settings(connection, session)));

      assertThat(worker).isEqualTo(session.worker().settings());
      assertThat(tenant).isEqualTo(session.settings());
    } finally {
      await(database.close());
    }
  }

  @Test
  void otherConnectionsAreBounded() {
    PrimaryServer server = PrimaryServer.of(node.postgres.service());
    ServerSession worker = ServerSession.BOUNDED.worker();
    PgConnection connection = await(server.connect(node.vertx));
    PgConnection command = await(server.connectForCommand(node.vertx));
    try {
      Map<String, String> bounded = await(settings(connection, ServerSession.BOUNDED));
      Map<String, String> ofCommand = await(settings(command, worker));

      assertThat(bounded).isEqualTo(ServerSession.BOUNDED.settings());
      assertThat(ofCommand).isEqualTo(worker.settings());
    } finally {
      await(connection.close());
      await(command.close());
    }
  }

  /** A pooler drops or refuses other start-up parameters. */
  @Test
  void startUpMessageHasOnlyWhatPoolersUnderstand() {
    assertThat(ConnectOptions.to(node.postgres.service()).getProperties())
        .containsOnlyKeys("application_name", "client_encoding", "DateStyle");
  }

  /** A pooler in the wrong mode may run a tenant's transaction on a session of a worker. */
  @Test
  void tenantTransactionsSeeNoOtherTenantAfterALeakedWorkerSetting() {
    Tenant first = insertTenant();
    insertTenant();
    PgConnectOptions leaked =
        ConnectOptions.to(node.postgres.service()).addProperty("app.worker", "on");
    Database database = Database.open(node.vertx, leaked, 1);
    try {
      Long seen =
          await(
              database.asTenant(
                  first.id(),
                  connection ->
                      connection
                          .query("SELECT count(*) FROM tenant")
                          .execute()
                          .map(rows -> rows.iterator().next().getLong(0))));

      assertThat(seen).isEqualTo(1);
    } finally {
      await(database.close());
    }
  }

  private Tenant insertTenant() {
    Tenant tenant = TenantDefaults.tenant(UuidV7.at(TestNode.START, random), "Tenant", "sandbox");
    await(node.database.asWorker(c -> TenantStore.insert(c, tenant, TestNode.START)));
    return tenant;
  }

  private static Future<Map<String, String>> settings(
      SqlConnection connection, ServerSession session) {
    return connection
        .preparedQuery(SETTINGS)
        .execute(Tuple.of(session.settings().keySet().toArray(new String[0])))
        .map(
            rows -> {
              Map<String, String> found = new TreeMap<>();
              for (Row row : rows) {
                found.put(row.getString("name"), row.getString("value"));
              }
              return found;
            });
  }
}
