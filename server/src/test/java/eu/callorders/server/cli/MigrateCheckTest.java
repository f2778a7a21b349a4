package eu.callorders.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCheckTest {
  private static final String NEWEST =
      "SELECT array_to_string(max(string_to_array(version, '.')::int[]), '.')"
          + " FROM flyway_schema_history";

  private static final String FORGET_NEWEST_RELEASE =
      """
      DELETE FROM flyway_schema_history
       WHERE split_part(version, '.', 1)
             = (SELECT max(split_part(version, '.', 1)::int)::text FROM flyway_schema_history)
      RETURNING version || ' ' || description
      """;

  @AutoClose private final TestDatabase database = TestDatabase.create();
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void endsWith0WhenNothingIsToRun() throws Exception {
    assertThat(check(external("sandbox"))).as(err.toString()).isZero();
    assertThat(out.toString()).contains("this version brings " + newest(), "nothing to run");
  }

  @Test
  void endsWith3AndListsWhatIsToRun() throws Exception {
    String brought = newest();
    List<String> steps = query(FORGET_NEWEST_RELEASE);
    assertThat(check(external("sandbox"))).as(err.toString()).isEqualTo(3);
    assertThat(out.toString())
        .contains("schema %s, this version brings %s".formatted(newest(), brought))
        .contains(steps)
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

  /** The newest schema of the database. */
  private String newest() throws Exception {
    return query(NEWEST).getFirst();
  }

  private List<String> query(String statement) throws Exception {
    List<String> values = new ArrayList<>();
    try (Connection connection = database.owner().connect();
        ResultSet rows = connection.createStatement().executeQuery(statement)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  private int check(Map<String, String> environment) {
    return CommandLine.of(environment)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute("migrate", "--check");
  }
}
