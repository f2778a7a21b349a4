package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Migrations of a later release, in the test's {@code db/next-release}, beside transactions. */
class SchemaMigrationTest {
  private static final SchemaMigration.LockPolicy SHORT =
      new SchemaMigration.LockPolicy(
          Duration.ofMillis(100), 1000, Duration.ofMillis(50), Duration.ofMillis(50));

  private static final String WAITING =
      """
      SELECT count(*) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%s'
         AND clock_timestamp() - query_start > interval '%d ms'
      """;

  /** Records the settings of the connection that writes Flyway's history. */
  private static final String RECORD_SETTINGS =
      """
      CREATE TABLE session_settings (connection text, worker text, synchronous_commit text);
      CREATE FUNCTION record_settings() RETURNS trigger LANGUAGE plpgsql AS
      $$
      BEGIN
        INSERT INTO session_settings
        VALUES ('history', '', current_setting('synchronous_commit'));
        RETURN NEW;
      END
      $$;
      CREATE TRIGGER record_settings AFTER INSERT ON flyway_schema_history
         FOR EACH ROW EXECUTE FUNCTION record_settings();
      """;

  private static final String SETTINGS =
      """
      SELECT string_agg(concat_ws(' ', connection, worker, synchronous_commit), ', '
                        ORDER BY connection)
        FROM session_settings
      """;

  /** For statements that would wait for ever if the migration did. */
  private static final String BOUND = "SET statement_timeout = '30s'";

  @AutoClose private final TestDatabase database = TestDatabase.create();

  /** A waiting ALTER TABLE holds back every later statement on its table. */
  @Test
  void letsOtherStatementsPassWhileATransactionHoldsTheTable() throws Exception {
    try (Connection reader = database.owner().connect();
        Connection other = database.owner().connect()) {
      reader.setAutoCommit(false);
      number(reader, "SELECT count(*) FROM tenant");
      CompletableFuture<SchemaRelease> migration = start(SHORT);
      awaitWaiting(migration, "%ALTER TABLE%", 0);

      execute(other, BOUND);
      assertThat(number(other, "SELECT count(*) FROM tenant")).isZero();

      assertThat(migration).isNotDone();
      reader.commit();
      assertThat(migration.get(60, TimeUnit.SECONDS)).isEqualTo(new SchemaRelease(900, 2));
      assertThat(number(other, "SELECT count(note_of_a_test) FROM tenant")).isZero();
    }
  }

  @Test
  void namesTheMigrationWhenTheTableStaysLocked() throws Exception {
    SchemaMigration.LockPolicy twice =
        new SchemaMigration.LockPolicy(Duration.ofMillis(100), 2, Duration.ZERO, Duration.ZERO);
    try (Connection reader = database.owner().connect()) {
      reader.setAutoCommit(false);
      number(reader, "SELECT count(*) FROM tenant");
      assertThatThrownBy(() -> migration(twice).run())
          .isInstanceOf(UnusableDatabaseException.class)
          .hasMessageStartingWith("Migration 900.1 (tenant note) found a table locked 2 times;");
      assertThat(pending()).isEqualTo(2);
    }
  }

  /** It waits for older transactions, longer than the timeout of locks. */
  @Test
  void createsAnIndexBesideOpenTransactions() throws Exception {
    migration(SHORT).run();
    try (Connection writer = database.owner().connect();
        Connection other = database.owner().connect()) {
      execute(other, "DROP INDEX tenant_by_note_of_a_test");
      execute(other, "DELETE FROM flyway_schema_history WHERE version = '900.2'");
      writer.setAutoCommit(false);
      execute(writer, "LOCK TABLE tenant IN ROW EXCLUSIVE MODE");
      CompletableFuture<SchemaRelease> migration = start(SHORT);
      awaitWaiting(migration, "%CREATE INDEX CONCURRENTLY%", 5 * SHORT.timeout().toMillis());
      writer.commit();
      migration.get(60, TimeUnit.SECONDS);
      assertThat(
              number(
                  other,
                  """
                  SELECT count(*) FROM pg_index
                   WHERE indexrelid = 'tenant_by_note_of_a_test'::regclass AND indisvalid
                  """))
          .isEqualTo(1);
    }
  }

  /** The test server commits asynchronously. */
  @Test
  void commitsDurablyAndMigratesAllTenants() throws Exception {
    try (Connection connection = database.owner().connect()) {
      execute(connection, RECORD_SETTINGS);
      migration("db/session", SHORT).run();
      assertThat(text(connection, SETTINGS)).isEqualTo("history  on, migration on on");
    }
  }

  @Test
  void logsNoWarning() throws Exception {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    log.start();
    root.addAppender(log);
    try {
      migration(SHORT).run();
    } finally {
      root.detachAppender(log);
    }
    assertThat(log.list).filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN)).isEmpty();
  }

  @Test
  void listsPendingMigrationsWithTheirLocks() throws Exception {
    MigrationPlan plan = migration(SHORT).plan();
    assertThat(plan.target()).isEqualTo("900.2");
    assertThat(plan.steps())
        .containsExactly(
            new MigrationPlan.Step(
                "900.1",
                "tenant note",
                List.of("tenant ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders")),
            new MigrationPlan.Step(
                "900.2",
                "tenant note index",
                List.of("tenant SHARE UPDATE EXCLUSIVE, 5 ms at 1,000,000 orders")));
    assertThat(plan.suitsRunningNodes()).isFalse();
    assertThat(pending()).isEqualTo(2);
  }

  private CompletableFuture<SchemaRelease> start(SchemaMigration.LockPolicy policy)
      throws SQLException {
    SchemaMigration migration = migration(policy);
    return CompletableFuture.supplyAsync(migration::run);
  }

  private SchemaMigration migration(SchemaMigration.LockPolicy policy) throws SQLException {
    return migration("db/next-release", policy);
  }

  private SchemaMigration migration(String folder, SchemaMigration.LockPolicy policy)
      throws SQLException {
    List<String> folders = List.of("db/migration", folder);
    return new SchemaMigration(database.owner(), folders, policy, SchemaMigration.NEWEST);
  }

  private int pending() throws SQLException {
    return migration(SHORT).plan().steps().size();
  }

  /** Until a statement like that has waited for so long, or the migration has ended. */
  private void awaitWaiting(
      CompletableFuture<SchemaRelease> migration, String statement, long milliseconds)
      throws SQLException {
    try (Connection connection = TestDatabase.superuser().withDatabase(name()).connect()) {
      while (number(connection, WAITING.formatted(statement, milliseconds)) == 0
          && !migration.isDone()) {
        Thread.onSpinWait();
      }
    }
  }

  private String name() {
    return database.owner().database();
  }

  private static void execute(Connection connection, String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private static int number(Connection connection, String query) throws SQLException {
    return Integer.parseInt(text(connection, query));
  }

  private static String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
