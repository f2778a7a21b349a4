package eu.callorders.bench;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A service on a PostgreSQL of its own, both with their data below one new directory. */
public record Server(TemporaryDirectory directory, EmbeddedDatabase database, Sandbox sandbox)
    implements AutoCloseable {
  private static final String DATABASE = "database";

  /** Starts both and lifts the tenant's quotas. */
  static Server start() throws Exception {
    return start(Map.of());
  }

  /** As {@link #start()}, with further settings of the service. */
  public static Server start(Map<String, String> further) throws Exception {
    TemporaryDirectory directory = TemporaryDirectory.create();
    EmbeddedDatabase database = EmbeddedDatabase.start(directory.path().resolve(DATABASE));
    try {
      SqlSession.allowCheckpoints(directory.path().resolve(DATABASE), database.owner());
      Map<String, String> settings = new HashMap<>(further);
      settings.put("CALLORDERS_DATABASE_URL", url(database.service()));
      settings.put("CALLORDERS_DATABASE_MIGRATION_URL", url(database.owner()));
      Sandbox sandbox = Sandbox.start(directory.path(), settings);
      sandbox.liftQuotas();
      return new Server(directory, database, sandbox);
    } catch (IOException | SQLException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** An address as the service is configured with it. */
  public static String url(DatabaseAddress address) {
    return "postgresql://%s:%s@%s:%d/%s"
        .formatted(
            address.user(), address.password(), address.host(), address.port(), address.database());
  }

  /** From now on the log has no images of pages, whose number depends on checkpoints. */
  void stopFullPageImages() throws IOException, SQLException {
    SqlSession.executeAsSuperuser(
        directory.path().resolve(DATABASE),
        database.owner(),
        "ALTER SYSTEM SET full_page_writes = off",
        "SELECT pg_reload_conf()");
  }

  /** As the owner of the tables, which sees every row. */
  public SqlSession connect() throws SQLException {
    return SqlSession.open(database.owner());
  }

  void execute(String... statements) throws SQLException {
    try (SqlSession session = connect()) {
      session.executeAll(List.of(statements));
    }
  }

  /** The first column of the first row. */
  public long number(String query, Object... parameters) throws SQLException {
    try (SqlSession session = connect()) {
      return session.number(query, parameters);
    }
  }

  DatabaseAddress service() {
    return database.service();
  }

  DatabaseAddress owner() {
    return database.owner();
  }

  /** Microseconds of processor time, and transactions committed. */
  public record Usage(double service, double database, double driver, long commits) {
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    /** With what was used between two moments. */
    public Usage plus(Usage begin, Usage end) {
      return new Usage(
          service + end.service - begin.service,
          database + end.database - begin.database,
          driver + end.driver - begin.driver,
          commits + end.commits - begin.commits);
    }
  }

  public Usage usage() throws IOException, SQLException {
    Path pidFile = directory.path().resolve(DATABASE).resolve("postgres/cluster/postmaster.pid");
    long postmaster = Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
    return new Usage(
        ProcessUsage.cpu(sandbox.process().pid()) * 1e6,
        ProcessUsage.cpuOfFamily(postmaster) * 1e6,
        ProcessUsage.cpu(ProcessHandle.current().pid()) * 1e6,
        number("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"));
  }

  @Override
  public void close() throws IOException {
    try (directory;
        database;
        sandbox) {
      // closes the service first, the directory last
    }
  }
}
