package eu.callorders.server.app;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.Capabilities;
import eu.callorders.db.EmbeddedDatabase;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.cli.CommandLine;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.recovery.EraSettler;
import eu.callorders.server.recovery.Eras;
import eu.callorders.server.recovery.Exemptions;
import eu.callorders.server.telephony.FakeGateway;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backup and restore commands with an embedded database. */
@Tag("long")
class RestoreCommandsTest {
  private static final String TENANT =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      VALUES ('00000000-0000-7000-8000-000000000001', 'Tenant', 'de-DE', 'Europe/Berlin',
              'date_of_birth', '{}', 10, 10, 10, 10, 'none', 'P90D', 'P0D', 36, true)
      """;

  @TempDir private Path directory;
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  @BeforeEach
  void linkPrograms() throws Exception {
    TestDatabase.linkPrograms(directory.resolve("data"));
  }

  @Test
  void reportsRestoredErasAndRequiredDecisions() throws Exception {
    Path backup = directory.resolve("backup");
    Map<String, String> embedded = settings(Map.of());
    Map<String, String> remote = settings(Map.of("CALLORDERS_GATEWAY", "http://127.0.0.1:9"));
    assertThat(run(remote, "restore-check")).isEqualTo(1);
    assertThat(err.toString()).contains("there is no embedded database in");
    assertThat(directory.resolve("data/postgres/cluster")).doesNotExist();
    sql("SELECT 1"); // a database without schema
    assertThat(run(remote, "restore-check")).isEqualTo(1);
    assertThat(err.toString()).contains("run `migrate` first");
    assertThat(run(embedded, "migrate")).isZero();

    assertThat(run(remote, "restore-check")).isZero();
    assertThat(out.toString()).contains("Dialing continues: no tenant yet.", "legal holds");

    sql(TENANT);
    assertThat(run(embedded, "backup", "--to", backup.toString())).as(err.toString()).isZero();
    sql("UPDATE tenant SET name = 'Later'");
    Files.writeString(directory.resolve("data").resolve("instance.json"), "{}");
    assertThat(run(embedded, "restore", "--from", backup.toString())).isZero();
    assertThat(out.toString()).contains("before ", "restored " + backup);
    assertThat(sql("SELECT name FROM tenant")).isEqualTo("Tenant");
    assertThat(directory.resolve("data").resolve("instance.json")).doesNotExist();

    assertThat(run(remote, "restore-check")).isEqualTo(3);
    assertThat(out.toString())
        .contains(
            "The database contains era 0",
            "- the server has been started since",
            "Another system with a copy of this database is detected only by calls of the last",
            "wait for `admin recovery accept`: the gateway does not answer")
        .doesNotContain("another cluster");
    sql(
        """
        INSERT INTO era_contradiction (era, node, found_at, why)
        VALUES (0, '00000000-0000-7000-8000-000000000002', '2026-11-20 10:00Z', 'a later state')
        """);
    assertThat(run(embedded, "restore-check")).isZero();
    assertThat(out.toString())
        .contains(
            "Node 00000000-0000-7000-8000-000000000002 contradicts that era 0 began with a plain"
                + " restart (2026-11-20T10:00:00.000Z): a later state.",
            "Dialing continues: the gateway is a simulator");
    assertThat(sql("SELECT count(*) FROM era")).isEqualTo("1");
    assertThat(sql("SELECT count(*) FROM dial_halt")).isEqualTo("0");
  }

  @Test
  void readsGatewayLogAfterWitnessedRestart() throws Exception {
    try (FakeGateway gateway = new FakeGateway()) {
      Map<String, String> remote = settingsOfUsedDatabase(gateway);
      String log = "GET /gateway/v1/events";

      assertThat(run(remote, "restore-check")).isZero();
      assertThat(out.toString())
          .contains(
              "Dialing continues: restart of the same server, witnessed, although the gateway");
      gateway.withCapabilities(new Capabilities(true, true, true, true));
      assertThat(run(remote, "restore-check")).isZero();
      assertThat(out.toString())
          .contains(
              "The gateway's log has 0 calls that the database does not know",
              "Dialing waits until a node has read the gateway's log to its end.");
      gateway.respond(log, 503, "{}");
      assertThat(run(remote, "restore-check")).isZero();
      assertThat(out.toString()).contains("Dialing waits until a node can read");
      gateway.respond(log, 410, "{\"code\": \"expired_cursor\"}");
      assertThat(run(remote, "restore-check")).isZero();
      assertThat(out.toString()).contains("Dialing continues: restart", "although a gap");
      gateway.respond(log, 410, "{\"code\": \"unknown_cursor\"}");
      assertThat(run(remote, "restore-check")).isEqualTo(3);
      assertThat(out.toString()).contains("wait for `admin recovery accept`: the log is another");
    }
  }

  /** Settings of a service with this gateway and an already used database. */
  private Map<String, String> settingsOfUsedDatabase(FakeGateway gateway) throws Exception {
    Map<String, String> remote =
        settings(
            Map.of(
                "CALLORDERS_GATEWAY",
                gateway.address().toString(),
                "CALLORDERS_GATEWAY_SECRET",
                FakeGateway.SECRET.encode()));
    assertThat(run(remote, "migrate")).isZero();
    work();
    sql(TENANT);
    return remote;
  }

  @Test
  void detectsOtherSystemWithoutCalls() throws Exception {
    try (FakeGateway gateway = new FakeGateway()) {
      gateway.withCapabilities(new Capabilities(true, true, true, true, true));
      Map<String, String> remote = settingsOfUsedDatabase(gateway);
      String era = "GET /gateway/v1/eras/" + sql("SELECT id FROM era WHERE number = 0");

      assertThat(run(remote, "restore-check")).as("a gateway of an earlier draft").isZero();
      assertThat(out.toString()).contains("is detected only by calls of the last");
      gateway.respond(era, 404, "{\"code\": \"unknown_deployment\"}");
      assertThat(run(remote, "restore-check")).isZero();
      assertThat(out.toString())
          .contains(
              "No node of this deployment uses the gateway.",
              "Dialing waits until a node has read the gateway's log to its end.");
      gateway.respond(era, 200, lastHeardAt(Instant.now().minus(Duration.ofMinutes(10))));
      assertThat(run(remote, "restore-check")).as("a silent system").isZero();
      assertThat(out.toString()).contains("No node of this deployment uses the gateway.");
      gateway.on(era, request -> request.respond(200, lastHeardAt(Instant.now())));
      assertThat(run(remote, "restore-check")).isEqualTo(3);
      assertThat(out.toString())
          .contains(
              "Stop all nodes of this deployment before the check",
              "An operator must decide: another system is at work");
      assertThat(gateway.requests)
          .allMatch(request -> request.line().startsWith("GET "), "only reads");
    }
  }

  private static String lastHeardAt(Instant at) {
    return "{\"number\": 0, \"id\": \"00000000-0000-7000-8000-000000000001\", \"heard_at\": \"%s\"}"
        .formatted(at);
  }

  /** Simulates a node that has used the database. */
  private void work() throws Exception {
    Vertx vertx = Vertx.vertx();
    Path data = directory.resolve("data");
    InstantSource realTime = InstantSource.system();
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
      Exemptions exemptions =
          new Exemptions(false, data.resolve("instance.json"), UUID.randomUUID(), realTime);
      PrimaryServer server = PrimaryServer.of(database.service());
      Eras eras = new Eras();
      SecureRandom random = new SecureRandom();
      await(new EraSettler(vertx, server, exemptions, eras, realTime, random).settle());
      exemptions.write();
    } finally {
      await(vertx.close());
    }
  }

  /** Webhooks and tokens would fail one by one after the restore. */
  @Test
  void refusesRestoreWithoutTheMasterKeyOfTheBackup() throws Exception {
    Path backup = directory.resolve("backup");
    Map<String, String> settings = settings(Map.of());
    byte[] key = new byte[32];
    key[0] = 7;
    assertThat(run(settings, "migrate")).isZero();
    sql(
        """
        INSERT INTO signing_key (kid, public_jwk, private_key, created_at)
        VALUES ('a key', '{}', '\\x01%s%s', now())
        """
            .formatted(Keyring.idOf(key), "00".repeat(40)));
    assertThat(run(settings, "backup", "--to", backup.toString())).as(err.toString()).isZero();

    assertThat(run(settings, "restore", "--from", backup.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("needs the master key " + Keyring.idOf(key), "nothing was changed");
    assertThat(directory.resolve("data/postgres/cluster.before-1")).doesNotExist();

    Files.writeString(
        directory.resolve("data/master-key"), Base64.getEncoder().encodeToString(key));
    assertThat(run(settings, "restore", "--from", backup.toString())).as(err.toString()).isZero();
  }

  @Test
  void rejectsExternalDatabaseAndNamesAlternative() {
    Map<String, String> external =
        settings(
            Map.of("CALLORDERS_DATABASE_URL", "postgresql://u:secret@db.example:5432/call_orders"));

    assertThat(run(external, "backup", "--to", "x")).isEqualTo(1);
    assertThat(err.toString()).contains("pg_basebackup", "db.example").doesNotContain("secret");
    assertThat(run(external, "restore", "--from", "x")).isEqualTo(1);
    assertThat(err.toString()).contains("embedded database", "pg_ctl start", "pg_restore");
  }

  private Map<String, String> settings(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.put("CALLORDERS_DATA_DIR", directory.resolve("data").toString());
    return all;
  }

  /** Runs a statement as schema owner; returns the first column of the first row. */
  private String sql(String statement) throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(directory.resolve("data"));
        Connection connection = database.owner().connect();
        Statement prepared = connection.createStatement()) {
      prepared.execute("SET app.worker = on");
      if (!prepared.execute(statement)) {
        return "";
      }
      try (ResultSet rows = prepared.getResultSet()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private int run(Map<String, String> environment, String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    return CommandLine.of(environment)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
