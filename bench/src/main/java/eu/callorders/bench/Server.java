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

/**
 * A service on a PostgreSQL that the measurement can look into, both with their data in one new
 * directory.
 */
public final class Server implements AutoCloseable {
  private final TemporaryDirectory directory;
  private final EmbeddedDatabase database;
  private final Sandbox sandbox;

  private Server(TemporaryDirectory directory, EmbeddedDatabase database, Sandbox sandbox) {
    this.directory = directory;
    this.database = database;
    this.sandbox = sandbox;
  }

  /** Starts both and lifts the tenant's quotas. */
  static Server start() throws Exception {
    return start(Map.of());
  }

  /** As {@link #start()}, with further settings of the service. */
  public static Server start(Map<String, String> further) throws Exception {
    TemporaryDirectory directory = TemporaryDirectory.create();
    EmbeddedDatabase database = EmbeddedDatabase.start(directory.path());
    try {
      Map<String, String> settings = new HashMap<>(further);
      settings.put("CALLORDERS_DATABASE_URL", url(database.service()));
      settings.put("CALLORDERS_DATABASE_MIGRATION_URL", url(database.owner()));
      Sandbox sandbox = Sandbox.start(directory.path(), settings);
      sandbox.liftQuotas();
      return new Server(directory, database, sandbox);
    } catch (IOException | RuntimeException e) {
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

  public Sandbox sandbox() {
    return sandbox;
  }

  /** As the owner of the tables, which sees every row. */
  public SqlSession connect() throws SQLException {
    return SqlSession.open(database.owner());
  }

  /** Executes statements in a session of their own. */
  public void execute(String... statements) throws SQLException {
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

  public DatabaseAddress owner() {
    return database.owner();
  }

  /** Seconds of processor time that PostgreSQL has used so far. */
  public double databaseCpu() throws IOException {
    Path pidFile = directory.path().resolve("postgres/cluster/postmaster.pid");
    return ProcessUsage.cpuOfFamily(Long.parseLong(Files.readAllLines(pidFile).getFirst().strip()));
  }

  /** Seconds of processor time that the service has used so far. */
  public double serviceCpu() throws IOException {
    return ProcessUsage.cpu(sandbox.process().pid());
  }

  /** Transactions committed so far. */
  long commits() throws SQLException {
    return number("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
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
