package eu.callorders.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCheckTest {
  @AutoClose private final TestDatabase database = TestDatabase.create();
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void endsWith0WhenNothingIsToRun() {
    assertThat(check(external("sandbox"))).as(err.toString()).isZero();
    assertThat(out.toString()).contains("this version brings 2.", "nothing to run");
  }

  @Test
  void endsWith3AndListsWhatIsToRun() throws Exception {
    execute("DELETE FROM flyway_schema_history WHERE version LIKE '2.%'");
    assertThat(check(external("sandbox"))).as(err.toString()).isEqualTo(3);
    assertThat(out.toString())
        .contains("schema 1.9, ", "2.1 tenant deletion", "2.2 country rule", "2.3 simulated call")
        .contains("Nodes of the version before may run");
    assertThat(check(external("sandbox"))).as("changed nothing").isEqualTo(3);
  }

  @Test
  void endsWith1ForADatabaseThatIsRefused() {
    assertThat(check(external("live"))).isEqualTo(1);
    assertThat(err.toString()).contains("belongs to the environment sandbox");
  }

  @Test
  void createsNoEmbeddedDatabase() {
    assertThat(check(Map.of("CALLORDERS_DATA_DIR", directory.toString()))).isEqualTo(1);
    assertThat(err.toString()).contains("no embedded database in " + directory);
    assertThat(directory).isEmptyDirectory();
  }

  private Map<String, String> external(String environment) {
    return Map.of(
        "CALLORDERS_ENVIRONMENT", environment,
        "CALLORDERS_LABORATORY", "true",
        "CALLORDERS_ADMIN_TOKEN", "0123456789abcdefghij",
        "CALLORDERS_MASTER_KEY", "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k=",
        "CALLORDERS_GATEWAY", "http://127.0.0.1:9",
        "CALLORDERS_GATEWAY_SECRET", "whsec_q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k=",
        "CALLORDERS_DATA_DIR", directory.toString(),
        "CALLORDERS_DATABASE_URL", url(database.service()),
        "CALLORDERS_DATABASE_MIGRATION_URL", url(database.owner()));
  }

  private static String url(DatabaseAddress address) {
    return "postgresql://%s:%s@%s:%d/%s"
        .formatted(
            address.user(), address.password(), address.host(), address.port(), address.database());
  }

  private void execute(String command) throws Exception {
    try (Connection connection = database.owner().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private int check(Map<String, String> environment) {
    return CommandLine.of(environment)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute("migrate", "--check");
  }
}
