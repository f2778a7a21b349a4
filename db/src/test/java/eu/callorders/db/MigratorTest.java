package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MigratorTest {
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
          + " AND wait_event_type = 'Lock'";

  @AutoClose private final TestDatabase database = TestDatabase.empty();

  @Test
  void returnsTheSameVersionOnASecondRun() {
    String version = Migrator.run(database.owner(), database.service(), "sandbox");
    assertThat(version).matches("\\d+");
    assertThat(Migrator.run(database.owner(), database.service(), "sandbox")).isEqualTo(version);
  }

  @Test
  void rejectsTheDatabaseOfTheOtherEnvironment() throws SQLException {
    Migrator.run(database.owner(), database.service(), "live");
    assertThatThrownBy(() -> Migrator.run(database.owner(), database.service(), "sandbox"))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("environment live");
    assertThat(text(database.service(), "SELECT environment FROM deployment")).isEqualTo("live");
  }

  /** The test server has it off. */
  @Test
  void commitsSynchronously() throws SQLException {
    String setting = "SHOW synchronous_commit";
    assertThat(text(database.owner(), setting)).isEqualTo("on");
    try (Connection connection = Migrator.dataSource(database.owner()).getConnection()) {
      assertThat(text(connection, setting)).isEqualTo("on");
    }
  }

  /** Two nodes of a new release start at the same time. */
  @Test
  void waitsForConcurrentGrants() throws Exception {
    Migrator.run(database.owner(), database.service(), "sandbox");
    try (Connection other = database.owner().connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(Migrator.LOCK_GRANTS);
      statement.execute(
          "GRANT DELETE ON deployment TO " + statement.enquoteIdentifier(user(), true));
      CompletableFuture<String> start =
          CompletableFuture.supplyAsync(
              () -> Migrator.run(database.owner(), database.service(), "sandbox"));
      while (text(database.owner(), WAITING).equals("0") && !start.isDone()) {
        Thread.onSpinWait();
      }
      other.commit();
      assertThat(start.get(60, TimeUnit.SECONDS)).matches("\\d+");
    }
  }

  private String user() {
    return database.service().user();
  }

  @Test
  void keepsTheEpochOfTheFirstMigration() throws SQLException {
    Migrator.run(database.owner(), database.service(), "sandbox");
    String epoch = text(database.service(), "SELECT epoch FROM deployment");
    Migrator.run(database.owner(), database.service(), "sandbox");
    assertThat(text(database.service(), "SELECT epoch FROM deployment")).isEqualTo(epoch);
  }

  @Test
  void grantsTablesOfLaterMigrations() throws SQLException {
    Migrator.run(database.owner(), database.service(), "sandbox");
    execute(database.owner(), "CREATE TABLE later (id bigserial)");
    assertThatCode(() -> execute(database.service(), "INSERT INTO later DEFAULT VALUES"))
        .doesNotThrowAnyException();
  }

  @Test
  void preventsTheServiceFromChangingRowsOfTheMigration() {
    Migrator.run(database.owner(), database.service(), "sandbox");
    assertThatThrownBy(
            () -> execute(database.service(), "UPDATE deployment SET environment = 'live'"))
        .hasMessageContaining("permission denied");
    assertThatThrownBy(() -> execute(database.service(), "DELETE FROM flyway_schema_history"))
        .hasMessageContaining("permission denied");
    assertThatThrownBy(() -> execute(database.service(), "DELETE FROM era"))
        .hasMessageContaining("permission denied");
  }

  @Test
  void createsTheFirstEraWithTheEpochOfTheDeployment() throws SQLException {
    Migrator.run(database.owner(), database.service(), "sandbox");
    Migrator.run(database.owner(), database.service(), "sandbox");
    assertThat(
            text(
                database.service(),
                "SELECT string_agg(e.number || ' ' || (e.id = d.epoch), ',')"
                    + " FROM era e, deployment d"))
        .isEqualTo("0 true");
  }

  @Test
  void runsAsASingleRoleThatOwnsItsDatabase() throws SQLException {
    Migrator.run(database.owner(), database.owner(), "sandbox");
    assertThat(text(database.owner(), "SELECT environment FROM deployment")).isEqualTo("sandbox");
  }

  @Test
  void rejectsASuperuserAsTheServicesRole() {
    DatabaseAddress superuser = TestDatabase.superuser().withDatabase(database.owner().database());
    assertThatThrownBy(() -> Migrator.run(superuser, superuser, "sandbox"))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("superuser");
  }

  @Test
  void namesTheAddressWithoutThePasswordWhenTheConnectionFails() {
    DatabaseAddress wrong = database.owner().withRole("stranded", "hunter2");
    assertThatThrownBy(() -> Migrator.run(wrong, wrong, "sandbox"))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("stranded")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void rejectsTheDatabaseOfAnUnreleasedBuildAndChangesNothing() throws SQLException {
    Migrator.run(database.owner(), database.service(), "sandbox");
    execute(database.owner(), "DELETE FROM flyway_schema_history");
    execute(
        database.owner(),
        """
        INSERT INTO flyway_schema_history
          (installed_rank, version, description, type, script, checksum, installed_by,
           execution_time, success)
        VALUES (1, '001', 'foundation', 'SQL', 'V001__foundation.sql', 7, 'owner', 1, true),
               (2, '240', 'deleted endpoints', 'SQL', 'V240__deleted_endpoints.sql', 7, 'owner', 1, true)
        """);
    assertThatThrownBy(() -> Migrator.run(database.owner(), database.service(), "sandbox"))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageStartingWith(
            "The database was created by an unreleased build; create a new one (");
    assertThat(text(database.owner(), "SELECT max(version) FROM flyway_schema_history"))
        .isEqualTo("240");
  }

  private static void execute(DatabaseAddress address, String command) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private static String text(DatabaseAddress address, String query) throws SQLException {
    try (Connection connection = address.connect()) {
      return text(connection, query);
    }
  }

  private static String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
