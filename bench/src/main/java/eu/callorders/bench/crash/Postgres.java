package eu.callorders.bench.crash;

import eu.callorders.bench.Server;
import eu.callorders.bench.SqlSession;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.EmbeddedDatabase;
import eu.callorders.db.Migrator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PostgreSQL outside the service, which can be stopped as a power failure would. */
public record Postgres(EmbeddedDatabase database, Path home, Path programs)
    implements DatabaseUnderTest {
  private static final String TERMINATE =
      """
      SELECT pg_terminate_backend(pid)
        FROM pg_stat_activity
       WHERE usename = current_user
         AND pid <> pg_backend_pid()
         AND random() < ?
      """;

  private static final String SUPERUSER = "postgres";
  private static final long TIMEOUT_SECONDS = 120;

  /** Of the nodes, 12 each, and of the campaigns. */
  private static final int CONNECTIONS = 250;

  public static Postgres start(Path directory) throws Exception {
    return start(directory, CONNECTIONS);
  }

  /** One that permits so many connections. */
  public static Postgres start(Path directory, int connections) throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.start(directory);
    Path home = directory.resolve("postgres");
    try (Stream<Path> files = Files.list(home)) {
      Path unpacked =
          files
              .filter(path -> path.getFileName().toString().startsWith("programs-"))
              .findFirst()
              .orElseThrow();
      Postgres postgres = new Postgres(database, home, unpacked.resolve("bin"));
      postgres.allowConnections(connections);
      return postgres;
    } catch (IOException | InterruptedException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** The embedded database allows as many as one node needs. */
  private void allowConnections(int connections) throws IOException, InterruptedException {
    Path options = data().resolve("postmaster.opts");
    Files.writeString(
        options,
        Files.readString(options)
            .replaceFirst("max_connections=\\d+", "max_connections=" + connections));
    startAgain();
  }

  @Override
  public String serviceUrl() {
    return Server.url(database.service());
  }

  @Override
  public String ownerUrl() {
    return Server.url(database.owner());
  }

  /** As the service's role, which sees its other sessions; every row is visible, as for workers. */
  public SqlSession connect() throws SQLException {
    return SqlSession.open(database.service());
  }

  /** Ends a share of the service's sessions, by chance. */
  void terminateBackends(double share) throws SQLException {
    try (SqlSession session = connect()) {
      session.execute(TERMINATE, share);
    }
  }

  /** Stops it without a checkpoint; all that is not in its log is lost. */
  void stopImmediately() throws Exception {
    control(data(), "stop", "--mode=immediate", "--wait");
  }

  /** Starts a stopped one again, on the same port; it recovers from its log. */
  public void startAgain() throws IOException, InterruptedException {
    // Unlike start, restart remembers the options of the last start.
    control(data(), "restart", "--wait", "--log=" + home.resolve("postgres.log"));
  }

  /** Replaces the cluster by a new one with the same roles and no database, on the same port. */
  void startNewCluster() throws Exception {
    stopImmediately();
    String options = Files.readString(data().resolve("postmaster.opts"));
    DataCopy.delete(data());
    run(
        "initdb",
        List.of(
            "--pgdata=" + data(),
            "--username=" + SUPERUSER,
            "--auth=scram-sha-256",
            "--pwfile=" + home.resolve("superuser-password"),
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8"));
    Files.writeString(data().resolve("postmaster.opts"), options);
    startAgain();
    for (DatabaseAddress role : List.of(database.owner(), database.service())) {
      administer("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(role.user(), role.password()));
    }
  }

  /** Creates the database with the tables of this release, as the service's first start does. */
  void createDatabase() throws Exception {
    administer("CREATE DATABASE %s OWNER %s".formatted(databaseName(), ownerName()));
    Migrator.run(database.owner(), database.service(), "sandbox");
  }

  public void administer(String... statements) throws IOException, SQLException {
    try (SqlSession session = superuser("postgres")) {
      session.executeAll(List.of(statements));
    }
  }

  public void reload() throws Exception {
    control(data(), "reload");
  }

  /** The id of its first process. */
  public long postmaster() throws IOException {
    return Long.parseLong(Files.readAllLines(data().resolve("postmaster.pid")).getFirst().strip());
  }

  Path data() {
    return home.resolve("cluster");
  }

  Path configuration() {
    return data().resolve("postgresql.auto.conf");
  }

  Path beside(String name) {
    return home.resolve(name);
  }

  int port() {
    return database.service().port();
  }

  public SqlSession superuser(String name) throws IOException, SQLException {
    return SqlSession.open(
        new DatabaseAddress("127.0.0.1", port(), name, SUPERUSER, superuserPassword(), Map.of()));
  }

  String superuserPassword() throws IOException {
    return Files.readString(home.resolve("superuser-password")).strip();
  }

  public String databaseName() {
    return database.service().database();
  }

  String ownerName() {
    return database.owner().user();
  }

  void control(Path data, String... arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--pgdata=" + data);
    run("pg_ctl", all);
  }

  private void run(String program, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("unshare", "--user")); // it refuses to run as root
    }
    command.add(programs.resolve(program).toString());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("control.log").toFile()))
            .start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + " failed; see " + home);
    }
  }

  @Override
  public void close() {
    try {
      database.close();
    } catch (IllegalStateException e) {
      System.err.println("PostgreSQL did not stop, or was stopped already: " + e.getMessage());
    }
  }
}
