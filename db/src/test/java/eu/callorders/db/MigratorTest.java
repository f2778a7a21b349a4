package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class MigratorTest {
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
          + " AND wait_event_type = 'Lock'";

  private static final int RELEASE = MigrationFile.newestSchema().release();

  @AutoClose private final TestDatabase database = TestDatabase.empty();

  @Test
  void returnsTheSameVersionOnASecondRun() {
    String version = Migrator.run(database.owner(), database.service(), "sandbox");
    assertThat(version).matches("\\d+\\.\\d+");
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
  void commitsSynchronouslyAndMigratesAllTenants() throws SQLException {
    String setting = "SHOW synchronous_commit";
    assertThat(text(database.owner(), setting)).isEqualTo("on");
    try (Connection connection = Migrator.dataSource(database.owner()).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(Migrator.BEGIN_SESSION);
      assertThat(text(connection, setting)).isEqualTo("on");
      assertThat(text(connection, "SHOW app.worker")).isEqualTo("on");
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
      assertThat(start.get(60, TimeUnit.SECONDS)).matches("\\d+\\.\\d+");
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

  /** Versions of builds before the first release have no step. */
  @ParameterizedTest
  @ValueSource(strings = {"240", "9"})
  void rejectsTheDatabaseOfAnUnreleasedBuildAndChangesNothing(String version) throws SQLException {
    Migrator.run(database.owner(), database.service(), "sandbox");
    execute(database.owner(), "DELETE FROM flyway_schema_history");
    addMigration(version, true);
    assertThatMigration()
        .hasMessageStartingWith(
            "The database was created by an unreleased build; create a new one (");
    assertThat(text(database.owner(), "SELECT max(version) FROM flyway_schema_history"))
        .isEqualTo(version);
  }

  @Test
  void rejectsASchemaTwoReleasesNewerAndChangesNothing() throws SQLException {
    Migrator.run(database.owner(), database.service(), "sandbox");
    addMigration(RELEASE + 2 + ".1", true);
    revokeInsert();
    assertThatMigration()
        .hasMessageContaining("schema %d.1", RELEASE + 2)
        .hasMessageContaining("Install a version with schema %d or newer", RELEASE + 1);
    assertThat(mayInsert()).isEqualTo("f");
  }

  @Test
  void acceptsASchemaOneReleaseNewer() throws SQLException {
    String version = Migrator.run(database.owner(), database.service(), "sandbox");
    addMigration(RELEASE + 1 + ".1", true);
    revokeInsert();
    assertThat(Migrator.run(database.owner(), database.service(), "sandbox")).isEqualTo(version);
    assertThat(mayInsert()).isEqualTo("t");
  }

  /** A node of this release starts again after an upgrade has failed. */
  @Test
  void acceptsAFailedMigrationOfTheNextRelease() throws SQLException {
    String version = Migrator.run(database.owner(), database.service(), "sandbox");
    addMigration(RELEASE + 1 + ".1", false);
    assertThat(Migrator.run(database.owner(), database.service(), "sandbox")).isEqualTo(version);
  }

  @Test
  void namesAFailedMigration() throws SQLException {
    Migrator.run(database.owner(), database.service(), "sandbox");
    execute(
        database.owner(), "UPDATE flyway_schema_history SET success = false WHERE version = '1.3'");
    assertThatMigration()
        .hasMessageStartingWith("Migration 1.3 (order) failed")
        .hasMessageContaining("flyway_schema_history");
  }

  @Test
  void namesAChangedMigrationAndChangesNothing() throws SQLException {
    assertThatChangedHistory("checksum = 7").hasMessageStartingWith("Migration 1.3 (order) had");
    assertThat(mayInsert()).isEqualTo("f");
  }

  @ParameterizedTest
  @ValueSource(strings = {"description = 'foundation'", "type = 'JDBC'", "version = '1.77'"})
  void rejectsOtherMigrationsAndChangesNothing(String change) throws SQLException {
    assertThatChangedHistory(change)
        .hasMessageStartingWith("The migrations of this database are not");
    assertThat(mayInsert()).isEqualTo("f");
  }

  /** Changes what the database says of migration 1.3. */
  private AbstractThrowableAssert<?, ? extends Throwable> assertThatChangedHistory(String change)
      throws SQLException {
    Migrator.run(database.owner(), database.service(), "sandbox");
    execute(
        database.owner(),
        "UPDATE flyway_schema_history SET %s WHERE version = '1.3'".formatted(change));
    revokeInsert();
    return assertThatMigration();
  }

  @Test
  void everyMigrationIsNumberedByReleaseAndStep() throws Exception {
    Path migrations = Path.of("src", "main", "resources", "db", "migration");
    try (Stream<Path> files = Files.list(migrations)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .isNotEmpty()
          .allMatch(name -> name.matches("V[1-9]\\d*_[1-9]\\d*__[a-z_]+\\.sql"));
    }
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertThatMigration() {
    return assertThatThrownBy(() -> Migrator.run(database.owner(), database.service(), "sandbox"))
        .isInstanceOf(UnusableDatabaseException.class);
  }

  /** As if another jar had run this migration. */
  private void addMigration(String version, boolean success) throws SQLException {
    execute(
        database.owner(),
        """
        INSERT INTO flyway_schema_history
          (installed_rank, version, description, type, script, checksum, installed_by,
           execution_time, success)
        VALUES (1000, '%1$s', 'of another jar', 'SQL', 'V%1$s__of_another_jar.sql', 7, 'owner', 1,
                %2$s)
        """
            .formatted(version, success));
  }

  /** The last statements of a migration grant it again. */
  private void revokeInsert() throws SQLException {
    execute(database.owner(), "REVOKE INSERT ON tenant FROM " + database.service().user());
  }

  private String mayInsert() throws SQLException {
    return text(database.service(), "SELECT has_table_privilege('tenant', 'INSERT')");
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
