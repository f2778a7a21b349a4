package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MigrateTest {
  private TestDatabase database;

  @BeforeEach
  void create() {
    database = TestDatabase.empty();
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void migratesOnceAndAnswersTheSameVersionAgain() {
    String version = Migrate.run(database.owner(), database.service(), "sandbox");
    assertThat(version).matches("\\d+");
    assertThat(Migrate.run(database.owner(), database.service(), "sandbox")).isEqualTo(version);
  }

  @Test
  void refusesTheDatabaseOfTheOtherEnvironment() throws SQLException {
    Migrate.run(database.owner(), database.service(), "live");
    assertThatThrownBy(() -> Migrate.run(database.owner(), database.service(), "sandbox"))
        .isInstanceOf(DatabaseRefused.class)
        .hasMessageContaining("environment live");
    assertThat(text(database.service(), "SELECT environment FROM deployment")).isEqualTo("live");
  }

  @Test
  void keepsTheEpochOfTheFirstMigration() throws SQLException {
    Migrate.run(database.owner(), database.service(), "sandbox");
    String epoch = text(database.service(), "SELECT epoch FROM deployment");
    Migrate.run(database.owner(), database.service(), "sandbox");
    assertThat(text(database.service(), "SELECT epoch FROM deployment")).isEqualTo(epoch);
  }

  @Test
  void givesTheServiceTablesThatComeLaterToo() throws SQLException {
    Migrate.run(database.owner(), database.service(), "sandbox");
    execute(database.owner(), "CREATE TABLE later (id bigserial)");
    assertThatCode(() -> execute(database.service(), "INSERT INTO later DEFAULT VALUES"))
        .doesNotThrowAnyException();
  }

  @Test
  void keepsTheServiceFromChangingWhatTheMigrationWrote() {
    Migrate.run(database.owner(), database.service(), "sandbox");
    assertThatThrownBy(
            () -> execute(database.service(), "UPDATE deployment SET environment = 'live'"))
        .hasMessageContaining("permission denied");
    assertThatThrownBy(() -> execute(database.service(), "DELETE FROM flyway_schema_history"))
        .hasMessageContaining("permission denied");
    assertThatThrownBy(() -> execute(database.service(), "DELETE FROM era"))
        .hasMessageContaining("permission denied");
  }

  @Test
  void beginsTheFirstEraWithTheEpochOfTheDeployment() throws SQLException {
    Migrate.run(database.owner(), database.service(), "sandbox");
    Migrate.run(database.owner(), database.service(), "sandbox");
    assertThat(
            text(
                database.service(),
                "SELECT string_agg(e.number || ' ' || (e.id = d.epoch), ',')"
                    + " FROM era e, deployment d"))
        .isEqualTo("0 true");
  }

  @Test
  void runsAsASingleRoleThatOwnsItsDatabase() throws SQLException {
    Migrate.run(database.owner(), database.owner(), "sandbox");
    assertThat(text(database.owner(), "SELECT environment FROM deployment")).isEqualTo("sandbox");
  }

  @Test
  void refusesToRunTheServiceAsASuperuser() {
    DatabaseAddress superuser = TestDatabase.superuser().in(database.owner().database());
    assertThatThrownBy(() -> Migrate.run(superuser, superuser, "sandbox"))
        .isInstanceOf(DatabaseRefused.class)
        .hasMessageContaining("superuser");
  }

  @Test
  void saysWhereItCouldNotConnectAndKeepsThePassword() {
    DatabaseAddress wrong = database.owner().as("nobody", "hunter2");
    assertThatThrownBy(() -> Migrate.run(wrong, wrong, "sandbox"))
        .isInstanceOf(DatabaseRefused.class)
        .hasMessageContaining("nobody")
        .hasMessageNotContaining("hunter2");
  }

  private static void execute(DatabaseAddress address, String command) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private static String text(DatabaseAddress address, String query) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
