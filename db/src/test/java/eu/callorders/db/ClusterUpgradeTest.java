package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class ClusterUpgradeTest {
  private static final Path OLD_PROGRAMS = Path.of("/usr/lib/postgresql/15");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** A row, a partition of a day that no new database has, and rows in it. */
  private static final String DATA =
      """
      SET app.worker = on;
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      VALUES ('00000000-0000-7000-8000-000000000001', E'Name \\\\ with\\ttab\\n', 'de-DE',
              'Europe/Berlin', 'date_of_birth', '{}', 10, 10, 10, 10, 'none', 'P90D', 'P0D', 36,
              true);
      SELECT create_day_partition('event', '2026-01-02');
      INSERT INTO event (tenant_id, id, recorded_at, occurred_at, xid, type, envelope)
      SELECT '00000000-0000-7000-8000-000000000001', gen_random_uuid(), '2026-01-02 12:00Z', now(),
             '281474976711000', 'call_order.scheduled', repeat('x', n)
        FROM generate_series(1, 500) n;
      SELECT setval('search_number', 4711);
      """;

  /** What must be the same afterwards; also the owner of the partition. */
  private static final List<String> QUERIES =
      List.of(
          "SELECT name FROM tenant",
          "SELECT count(*) || ' ' || sum(length(envelope)) || ' ' || max(xid::text) FROM event",
          "SELECT md5(string_agg(e::text, ',' ORDER BY e.seq)) FROM event_20260102 e",
          "SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relname = 'event_20260102'",
          "SELECT count(*) FROM pg_class WHERE relname LIKE 'event_2%'",
          "SELECT last_value || ' ' || is_called FROM search_number",
          "SELECT last_value >= 500 FROM event_seq",
          "SELECT epoch FROM deployment",
          "SELECT string_agg(era::text, ',') FROM era",
          "SELECT string_agg(version || checksum, ',' ORDER BY installed_rank)"
              + " FROM flyway_schema_history");

  private Path directory;
  private Path data;
  private Path home;

  @BeforeEach
  void createDirectory() throws Exception {
    directory = TestDirectory.create("call-orders-upgrade");
    data = directory.resolve("data");
    TestDatabase.linkPrograms(data);
    home = data.resolve("postgres");
    TestDirectory.letOthersEnter(data);
  }

  @AfterEach
  void deleteDirectory() throws Exception {
    Directories.delete(directory);
  }

  @Test
  void copiesEverythingAndKeepsTheOldFiles() throws Exception {
    List<String> before;
    String server;
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
      Migrator.run(database.owner(), database.service(), "sandbox");
      before = fill(database.superuser().withDatabase(EmbeddedDatabase.DATABASE));
      server = systemIdentifier(database);
    }
    try (DataDirectoryLock _ = DataDirectoryLock.acquire(data, Duration.ZERO)) {
      ClusterUpgrade.Result result =
          ClusterUpgrade.run(home, Integer.toString(PostgresPrograms.majorVersion()));
      assertThat(result.before()).isEqualTo(home.resolve("cluster.before-1"));
      assertThat(result.rows()).isGreaterThan(501);
    }
    assertThatDatabaseHas(before, server);
    assertThat(home.resolve("cluster.before-1/PG_VERSION")).exists();
    assertThat(home.resolve("upgrade")).doesNotExist();
  }

  @Test
  void upgradesPostgres15() throws Exception {
    assumeTrue(Files.exists(OLD_PROGRAMS.resolve("bin/initdb")), "PostgreSQL 15 is not installed");
    Files.createSymbolicLink(home.resolve("programs-15.1.0"), OLD_PROGRAMS);
    List<String> before = createWithPostgres15();

    assertThatThrownBy(() -> EmbeddedDatabase.start(data))
        .hasMessageContaining("was written by PostgreSQL 15, this version has 18")
        .hasMessageContaining("upgrade-data");
    try (DataDirectoryLock lock = DataDirectoryLock.acquire(data, Duration.ZERO)) {
      assertThat(ClusterUpgrade.run(lock).orElseThrow().from()).isEqualTo("15");
      assertThat(ClusterUpgrade.run(lock)).as("is up to date").isEmpty();
    }
    assertThatDatabaseHas(before, "");
  }

  @Test
  void saysWhichProgramsAreMissingAndChangesNothing() throws Exception {
    Path cluster = Files.createDirectories(home.resolve("cluster"));
    Files.writeString(cluster.resolve("PG_VERSION"), "17\n");
    try (DataDirectoryLock lock = DataDirectoryLock.acquire(data, Duration.ZERO)) {
      assertThatThrownBy(() -> ClusterUpgrade.run(lock))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(
              "was written by PostgreSQL 17, whose programs are not in " + home.toAbsolutePath());
    }
    assertThat(cluster).isDirectoryContaining("glob:**PG_VERSION");
    assertThat(home.resolve("upgrade")).doesNotExist();
  }

  private List<String> createWithPostgres15() throws Exception {
    Path cluster = home.resolve("cluster");
    PostgresPrograms programs = PostgresPrograms.findBelow(home, "15", cluster).orElseThrow();
    Path password = home.resolve(EmbeddedDatabase.PASSWORD_FILE);
    PrivateFile.write(password, "of-the-old-server");
    programs.account().takeOwnership(Files.createDirectory(cluster));
    programs.account().takeOwnership(password);
    programs.run(
        LIMIT,
        "initdb",
        List.of(
            "--pgdata=" + cluster,
            "--username=" + EmbeddedDatabase.SUPERUSER,
            "--auth=scram-sha-256",
            "--pwfile=" + password,
            "--encoding=UTF8",
            "--locale=C"));
    PostgresAccount.returnToService(password);
    PostgresCluster old = new PostgresCluster(programs, cluster, home.resolve("postgres.log"));
    old.rotateLog();
    DatabaseAddress superuser =
        new DatabaseAddress(
            "127.0.0.1",
            old.start(PostgresSettings.EMBEDDED),
            "postgres",
            EmbeddedDatabase.SUPERUSER,
            "of-the-old-server",
            Map.of());
    try {
      execute(superuser, "CREATE ROLE call_orders_owner LOGIN PASSWORD 'owner'");
      execute(superuser, "CREATE ROLE call_orders_service LOGIN PASSWORD 'service'");
      execute(superuser, "CREATE DATABASE call_orders OWNER call_orders_owner");
      DatabaseAddress database = superuser.withDatabase(EmbeddedDatabase.DATABASE);
      Migrator.run(
          database.withRole("call_orders_owner", "owner"),
          database.withRole("call_orders_service", "service"),
          "sandbox");
      return fill(database);
    } finally {
      old.stop("fast");
    }
  }

  private static List<String> fill(DatabaseAddress superuser) throws SQLException {
    execute(superuser, DATA);
    return answers(superuser);
  }

  private void assertThatDatabaseHas(List<String> before, String formerServer) throws SQLException {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
      Migrator.run(database.owner(), database.service(), "sandbox");
      assertThat(answers(database.superuser().withDatabase(EmbeddedDatabase.DATABASE)))
          .isEqualTo(before);
      assertThat(systemIdentifier(database)).isNotEqualTo(formerServer);
      assertThat(text(database.service(), "SELECT count(*) FROM era")).isEqualTo("1");
    }
  }

  private static String systemIdentifier(EmbeddedDatabase database) throws SQLException {
    return text(database.superuser(), "SELECT system_identifier FROM pg_control_system()");
  }

  private static List<String> answers(DatabaseAddress superuser) throws SQLException {
    List<String> answers = new ArrayList<>();
    for (String query : QUERIES) {
      answers.add(text(superuser, query));
    }
    return answers;
  }

  private static void execute(DatabaseAddress address, String commands) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(commands);
    }
  }

  private static String text(DatabaseAddress address, String query) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
