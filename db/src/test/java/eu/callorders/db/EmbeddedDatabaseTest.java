package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class EmbeddedDatabaseTest {
  /** Shared, because creating a cluster takes longer than a start. */
  @TempDir static Path shared;

  private Path data = shared;

  private EmbeddedDatabase database;

  @BeforeAll
  static void letOthersEnter() throws IOException {
    TestDirectory.letOthersEnter(shared);
  }

  @AfterEach
  void stop() {
    if (database != null) {
      database.close();
    }
  }

  @Test
  void keepsItsDataBetweenStarts() throws SQLException {
    database = start();
    execute(database.owner(), "CREATE TABLE kept (id int)", "INSERT INTO kept VALUES (7)");
    database.close();
    database = start();
    assertThat(query(database.owner(), "SELECT id FROM kept")).isEqualTo("7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fsync", "synchronous_commit", "full_page_writes"})
  void enablesTheSettingsThatMakeCommitsDurable(String setting) throws SQLException {
    database = start();
    assertThat(query(database.service(), "SHOW " + setting)).isEqualTo("on");
  }

  /** Also in a cluster of an earlier release. */
  @Test
  void raisesMaxLocksInAnExistingCluster() throws SQLException {
    database = start();
    database.close();
    database = start();
    assertThat(query(database.service(), "SHOW max_locks_per_transaction")).isEqualTo("256");
  }

  @Test
  void rejectsWrongPasswordsAndListensOnLoopbackOnly() throws SQLException {
    database = start();
    DatabaseAddress wrong = database.service().withRole(database.service().user(), "guessed");
    assertThatThrownBy(wrong::connect).hasMessageContaining("password authentication failed");
    assertThat(query(database.service(), "SHOW listen_addresses")).isEqualTo("127.0.0.1");
  }

  @Test
  void restrictsTheSuperuserPasswordFileToItsOwner() throws IOException {
    database = start();
    assertThat(Files.getPosixFilePermissions(home().resolve("superuser-password")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void givesTheServiceAnUnprivilegedRole() throws SQLException {
    database = start();
    assertThat(
            query(
                database.service(),
                """
                SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb
                FROM pg_roles WHERE rolname = current_user
                """))
        .isEqualTo("f");
    assertThatThrownBy(() -> execute(database.service(), "CREATE TABLE mine (id int)"))
        .hasMessageContaining("permission denied");
  }

  @Test
  void waitsForAServerThatIsStopping() throws SQLException {
    database = start();
    CompletableFuture<EmbeddedDatabase> next =
        CompletableFuture.supplyAsync(() -> start(Duration.ofMinutes(1)));
    database.close();
    database = next.join();
    assertThat(query(database.service(), "SELECT 1")).isEqualTo("1");
  }

  @Test
  void stopsTheServerOfAKilledProcessAndLosesNothing() throws Exception {
    Process killed =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                StartsAndCommits.class.getName(),
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String line = killed.inputReader().readLine();
    assertThat(line).isEqualTo("committed");
    killed.destroyForcibly().waitFor();
    long orphan = runningServer();
    assertThat(runs(orphan)).as("the server outlived its process").isTrue();

    database = start();

    assertThat(runs(orphan)).isFalse();
    assertThat(query(database.owner(), "SELECT id FROM committed")).isEqualTo("1");
  }

  @Test
  void ignoresAPidFileWithThePidOfAnotherProgram() throws Exception {
    database = start();
    database.close();
    Files.write(
        home().resolve("cluster/postmaster.pid"),
        List.of(
            Long.toString(ProcessHandle.current().pid()),
            home().resolve("cluster").toString(),
            "1",
            "5432"));
    database = start();
    assertThat(query(database.service(), "SELECT 1")).isEqualTo("1");
  }

  @Test
  void recreatesAClusterWhoseCreationWasInterrupted(@TempDir Path fresh) throws Exception {
    data = TestDirectory.letOthersEnter(fresh);
    Path halfDone = Files.createDirectories(home().resolve("cluster.new/base"));
    Files.writeString(halfDone.resolve("1"), "half a file");
    database = start();
    assertThat(query(database.service(), "SELECT 1")).isEqualTo("1");
  }

  @Test
  void rejectsTheDataOfAnotherMajorVersion(@TempDir Path fresh) throws Exception {
    data = TestDirectory.letOthersEnter(fresh);
    Files.createDirectories(home().resolve("cluster"));
    Files.writeString(home().resolve("cluster/PG_VERSION"), "12\n");
    assertThatThrownBy(this::start).hasMessageContaining("PostgreSQL 12");
  }

  @Test
  @Tag("long")
  void noticesThatTheServerHasEnded(@TempDir Path fresh) throws Exception {
    data = TestDirectory.letOthersEnter(fresh);
    database = start();
    assertThat(database.isRunning()).isTrue();

    ProcessHandle.of(runningServer()).orElseThrow().destroyForcibly();

    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (database.isRunning()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
    assertThatThrownBy(database::close).isInstanceOf(IllegalStateException.class);
  }

  /** The reason may be a full disk: a supervisor starts the service again. */
  @Test
  @Tag("long")
  void reportsAServerThatDoesNotStart(@TempDir Path fresh) throws Exception {
    data = TestDirectory.letOthersEnter(fresh);
    database = start();
    database.close();
    Files.writeString(home().resolve("cluster/postgresql.auto.conf"), "no setting\n");

    assertThatThrownBy(this::start)
        .isInstanceOf(UnreachableDatabaseException.class)
        .hasMessageContaining("the embedded PostgreSQL does not start")
        .hasMessageContaining("postgres.log");
  }

  /** As on a full disk: a supervisor starts the service again. */
  @Test
  void reportsAServerThatCannotWriteNow() {
    Map<String, String> readOnly = Map.of("default_transaction_read_only", "on");

    assertThatThrownBy(
            () -> EmbeddedDatabase.start(data, TestDatabase.programs(), Duration.ZERO, readOnly))
        .isInstanceOf(UnreachableDatabaseException.class)
        .hasMessageContaining("read-only transaction");
  }

  private long runningServer() throws IOException {
    return Long.parseLong(Files.readAllLines(home().resolve("cluster/postmaster.pid")).getFirst());
  }

  /** A zombie has a pid, but no command. */
  private static boolean runs(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isPresent();
  }

  private Path home() {
    return data.resolve("postgres");
  }

  private EmbeddedDatabase start() {
    return start(Duration.ZERO);
  }

  private EmbeddedDatabase start(Duration timeout) {
    return EmbeddedDatabase.start(data, TestDatabase.programs(), timeout, Map.of());
  }

  private static void execute(DatabaseAddress address, String... commands) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  private static String query(DatabaseAddress address, String query) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }

  /** A process to kill: reports its commit, then idles in an open transaction. */
  static final class StartsAndCommits {
    private StartsAndCommits() {}

    public static void main(String[] args) throws Exception {
      EmbeddedDatabase database =
          EmbeddedDatabase.start(
              Path.of(args[0]), TestDatabase.programs(), Duration.ZERO, Map.of());
      execute(
          database.owner(), "CREATE TABLE committed (id int)", "INSERT INTO committed VALUES (1)");
      try (Connection open = database.owner().connect();
          Statement statement = open.createStatement()) {
        open.setAutoCommit(false);
        statement.execute("INSERT INTO committed VALUES (2)");
        System.out.println("committed");
        System.in.read();
      }
    }
  }
}
