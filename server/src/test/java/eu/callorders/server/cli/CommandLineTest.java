package eu.callorders.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.TestDatabase;
import eu.callorders.db.UnreachableDatabaseException;
import eu.callorders.db.UnusableDatabaseException;
import eu.callorders.server.app.RunningService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParseResult;

class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "config",
        "migrate",
        "backup",
        "restore",
        "restore-check",
        "upgrade-data",
        "doctor"
      })
  void printsHelpOnEachLevel(String command) {
    assertThat(run(Map.of(), (command + " --help").strip().split(" "))).isZero();
    assertThat(out.toString()).startsWith("Usage: call-orders " + command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "config",
        "migrate",
        "backup",
        "restore",
        "restore-check",
        "upgrade-data",
        "doctor"
      })
  void printsVersionOnEachLevel(String command) {
    assertThat(run(Map.of(), (command + " --version").strip().split(" "))).isZero();
    assertThat(out.toString()).startsWith("call-orders ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"qqqqq", "--bogus", "config extra", "--config"})
  void rejectsInvalidUsage(String arguments) {
    assertThat(run(Map.of(), arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains("Help: call-orders").doesNotContain("Usage:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "config", "migrate", "restore-check", "doctor"})
  void reportsInvalidConfigurationByKey(String command) {
    String[] arguments = command.isEmpty() ? new String[0] : new String[] {command};
    assertThat(run(Map.of("CALLORDERS_HTTP_PORT", "x"), arguments)).isEqualTo(1);
    assertThat(err.toString()).contains("CALLORDERS_HTTP_PORT").doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  /** A supervisor starts the service again after this code, not after 1. */
  @Test
  void distinguishesADatabaseThatDoesNotRespond() throws Exception {
    picocli.CommandLine commandLine = CommandLine.of(Map.of()).setErr(new PrintWriter(err, true));

    assertThat(exitCode(commandLine, new UnreachableDatabaseException("away", new Exception())))
        .isEqualTo(6);
    assertThat(exitCode(commandLine, new UnusableDatabaseException("wrong"))).isEqualTo(1);
    assertThat(err.toString().lines()).containsExactly("away", "wrong");
  }

  private static int exitCode(picocli.CommandLine commandLine, Exception failure) throws Exception {
    return commandLine
        .getExecutionExceptionHandler()
        .handleExecutionException(failure, commandLine, null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admin --address http://127.0.0.1:9 --token t holds import tn_1 missing.jsonl",
        "sequence preview missing.json",
        "orders create missing.json",
        "orders import missing.csv",
        "suppressions import missing.csv"
      })
  void namesAMissingFileInASentence(String arguments) {
    assertThat(run(Map.of(), arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString())
        .contains("There is no file ", " missing.", "Help: call-orders ")
        .doesNotContain("Exception");
  }

  /** A command also uses files that no argument names, such as those of the data directory. */
  @ParameterizedTest
  @CsvSource({
    "order.json, orders create order.json, 2",
    "data/secret, orders create order.json, 1",
    "own.conf, --config own.conf migrate, 2",
    "data/secret, --config own.conf migrate, 1",
    "there, restore --from there, 2"
  })
  void blamesTheUsageForAFileThatAnArgumentNames(String file, String arguments, int exitCode)
      throws Exception {
    picocli.CommandLine commandLine = CommandLine.of(Map.of()).setErr(new PrintWriter(err, true));
    ParseResult parsed = commandLine.parseArgs(arguments.split(" "));
    List<FileSystemException> failures =
        List.of(new NoSuchFileException(file), new AccessDeniedException(file));
    for (FileSystemException failure : failures) {
      assertThat(
              commandLine
                  .getExecutionExceptionHandler()
                  .handleExecutionException(failure, commandLine, parsed))
          .isEqualTo(exitCode);
    }
    assertThat(err.toString())
        .contains("There is no file or directory " + file + ".")
        .contains("This user has no access to " + file + ".");
    assertThat(err.toString().contains("Help: call-orders")).isEqualTo(exitCode == 2);
  }

  @Test
  void liveRequiresConfiguredSecrets(@TempDir Path directory) {
    Path data = directory.resolve("data");
    Map<String, String> live =
        Map.of(
            "CALLORDERS_ENVIRONMENT", "live",
            "CALLORDERS_DEMO", "true",
            "CALLORDERS_DATA_DIR", data.toString());
    assertThat(run(live)).isEqualTo(1);
    assertThat(err.toString().lines().map(line -> line.replaceAll("\\x1b\\[[0-9;]*m", "")))
        .containsExactlyInAnyOrder(
            "CALLORDERS_DEMO: refused when live",
            "CALLORDERS_GATEWAY: embedded is refused when live",
            "CALLORDERS_ADMIN_TOKEN: required when live",
            "CALLORDERS_MASTER_KEY: required when live");
    assertThat(data).doesNotExist();
  }

  @Test
  void configWritesNoFiles(@TempDir Path directory) {
    Path data = directory.resolve("data");
    assertThat(run(Map.of("CALLORDERS_DATA_DIR", data.toString()), "config")).isZero();
    assertThat(out.toString()).contains("CALLORDERS_DATA_DIR=" + data);
    assertThat(data).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "migrate"})
  void stopsAtTheDatabaseOfAnUnreleasedBuildWithoutAStackTrace(
      String command, @TempDir Path directory) throws SQLException {
    String[] arguments = command.isEmpty() ? new String[0] : new String[] {command};
    try (TestDatabase database = TestDatabase.create()) {
      try (Connection connection = database.owner().connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "UPDATE flyway_schema_history SET version = '001', description = 'foundation'"
                + " WHERE version = '1.1'");
      }
      Map<String, String> settings =
          Map.of(
              "CALLORDERS_HTTP_PORT", "0",
              "CALLORDERS_ADMIN_PORT", "0",
              "CALLORDERS_DATA_DIR", directory.toString(),
              "CALLORDERS_DATABASE_URL", RunningService.url(database.service()),
              "CALLORDERS_DATABASE_MIGRATION_URL", RunningService.url(database.owner()));
      assertThat(run(settings, arguments)).isEqualTo(1);
    }
    assertThat(err.toString().strip().lines()).hasSize(1);
    assertThat(err.toString()).contains("The database was created by an unreleased build; create");
    assertThat(out.toString()).isEmpty();
  }

  private int run(Map<String, String> environment, String... arguments) {
    return CommandLine.of(environment)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
