package eu.callorders.bench;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
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
  static Server start() throws IOException {
    return start(Map.of());
  }

  /** As {@link #start()}, with further settings of the service. */
  public static Server start(Map<String, String> further) throws IOException {
    TemporaryDirectory directory = TemporaryDirectory.create();
    EmbeddedDatabase database = EmbeddedDatabase.start(directory.path());
    try {
      return start(directory, database, further);
    } catch (IOException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static Server start(
      TemporaryDirectory directory, EmbeddedDatabase database, Map<String, String> further)
      throws IOException {
    Map<String, String> settings = new HashMap<>(further);
    settings.put("CALLORDERS_DATABASE_URL", url(database.service()));
    settings.put("CALLORDERS_DATABASE_MIGRATION_URL", url(database.owner()));
    Server server = new Server(directory, database, Sandbox.startIn(directory.path(), settings));
    try {
      server.sandbox.liftQuotas();
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static String url(DatabaseAddress address) {
    return "postgresql://%s:%s@%s:%d/%s"
        .formatted(
            address.user(), address.password(), address.host(), address.port(), address.database());
  }

  public Sandbox sandbox() {
    return sandbox;
  }

  /** As the owner of the tables, which sees every row. */
  public Connection connect() throws SQLException {
    Connection connection = database.owner().connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET app.worker = on");
    }
    return connection;
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
    return CpuTime.ofFamily(Long.parseLong(Files.readAllLines(pidFile).getFirst().strip()));
  }

  /** Seconds of processor time that the service has used so far. */
  public double serviceCpu() throws IOException {
    return CpuTime.ofProcess(sandbox.pid());
  }

  /** Transactions committed so far. */
  long commits() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")) {
      row.next();
      return row.getLong(1);
    }
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
