package eu.callorders.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server with its data in a directory, on a free port of the loopback interface.
 *
 * <p>As recommended for an external server, one role owns the schema and migrates, and the
 * service's role owns nothing, so that row-level security and missing grants show up here first.
 * Both get a new password at each start. The superuser's password is stored beside the data.
 */
public final class EmbeddedDatabase implements AutoCloseable {
  static final String SUPERUSER = "postgres";
  static final String PASSWORD_FILE = "superuser-password";
  static final String DATABASE = "call_orders";
  private static final String OWNER = "call_orders_owner";
  private static final String SERVICE = "call_orders_service";
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(6);
  private static final Duration ABORT_TIMEOUT = Duration.ofSeconds(2);

  /** Of the programs and a new cluster, in bytes. */
  static final long SPACE = 150 << 20;

  private static final SecureRandom RANDOM = new SecureRandom();

  /** Null if the caller holds the lock. */
  private final @Nullable DataDirectoryLock ownLock;

  private final PostgresCluster cluster;
  private final DatabaseAddress superuser;
  private final DatabaseAddress owner;
  private final DatabaseAddress service;
  private boolean closed;

  private EmbeddedDatabase(
      @Nullable DataDirectoryLock ownLock,
      PostgresCluster cluster,
      DatabaseAddress superuser,
      DatabaseAddress owner,
      DatabaseAddress service) {
    this.ownLock = ownLock;
    this.cluster = cluster;
    this.superuser = superuser;
    this.owner = owner;
    this.service = service;
  }

  /**
   * Starts the server on {@code <dataDirectory>/postgres}, which the first start creates. Blocks
   * until it accepts connections. Locks the data directory until it is closed.
   *
   * @throws IllegalStateException with a message for the operator
   * @throws UnreachableDatabaseException if the server does not start, or has no space
   */
  public static EmbeddedDatabase start(Path dataDirectory) {
    return start(
        dataDirectory, dataDirectory.resolve("postgres"), DataDirectoryLock.TIMEOUT, Map.of());
  }

  /** As {@link #start(Path)}, for a caller that has locked the data directory. */
  public static EmbeddedDatabase start(DataDirectoryLock lock) {
    Path home = lock.directory().resolve("postgres");
    return start(null, home, home, Map.of());
  }

  /**
   * Checks that the data directory contains a cluster.
   *
   * @throws IllegalStateException if it does not
   */
  public static void requireExisting(Path dataDirectory) {
    if (!Files.exists(dataDirectory.resolve("postgres").resolve("cluster").resolve("PG_VERSION"))) {
      throw new IllegalStateException(
          "there is no embedded database in %s: the first start creates it"
              .formatted(dataDirectory));
    }
  }

  static EmbeddedDatabase start(
      Path dataDirectory, Path programs, Duration timeout, Map<String, String> furtherSettings) {
    DataDirectoryLock lock = DataDirectoryLock.acquire(dataDirectory, timeout);
    try {
      return start(lock, dataDirectory.resolve("postgres"), programs, furtherSettings);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * @param ownLock released by {@link #close}; null if the caller holds the lock
   * @param home directory of the cluster
   */
  static EmbeddedDatabase start(
      @Nullable DataDirectoryLock ownLock,
      Path home,
      Path programs,
      Map<String, String> furtherSettings) {
    try {
      Files.createDirectories(home);
      if (!Files.exists(home.resolve("cluster"))) {
        DataDirectory.requireSpace(home, SPACE, "the embedded database");
      }
      return start(
          ownLock,
          home,
          PostgresPrograms.unpackBelow(programs, home.resolve("cluster")),
          furtherSettings);
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded database: " + e.getMessage(), e);
    } catch (SQLException e) {
      String message = "the embedded database: " + e.getMessage();
      throw ConnectFailures.mayPass(e)
          ? new UnreachableDatabaseException(message, e)
          : new IllegalStateException(message, e);
    }
  }

  private static EmbeddedDatabase start(
      @Nullable DataDirectoryLock ownLock,
      Path home,
      PostgresPrograms programs,
      Map<String, String> furtherSettings)
      throws IOException, SQLException {
    Path passwordFile = home.resolve(PASSWORD_FILE);
    String superuserPassword = PrivateFile.readOrCreate(passwordFile, newPassword());
    PostgresCluster cluster =
        new PostgresCluster(programs, home.resolve("cluster"), home.resolve("postgres.log"));
    cluster.createIfAbsent(passwordFile);
    cluster.stopOrphan();
    cluster.assignOwner();
    cluster.rotateLog();
    Map<String, String> settings = new HashMap<>(PostgresSettings.EMBEDDED);
    settings.putAll(furtherSettings);
    int port = startServer(cluster, settings);
    DatabaseAddress superuser =
        new DatabaseAddress("127.0.0.1", port, "postgres", SUPERUSER, superuserPassword, Map.of());
    try {
      DatabaseAddress database = superuser.withDatabase(DATABASE);
      DatabaseAddress owner = database.withRole(OWNER, newPassword());
      DatabaseAddress service = database.withRole(SERVICE, newPassword());
      createRolesAndDatabase(superuser, owner, service);
      return new EmbeddedDatabase(ownLock, cluster, superuser, owner, service);
    } catch (SQLException | RuntimeException e) {
      cluster.stop("fast");
      throw e;
    }
  }

  /** The reason, such as a full disk, may pass. */
  private static int startServer(PostgresCluster cluster, Map<String, String> settings)
      throws IOException {
    try {
      return cluster.start(settings);
    } catch (IllegalStateException e) {
      throw new UnreachableDatabaseException(
          "the embedded PostgreSQL does not start: " + e.getMessage(), e);
    }
  }

  /** Whether the server still runs; true if unknown. */
  public boolean isRunning() {
    try {
      return cluster.isRunning();
    } catch (IOException e) {
      LOG.warn("the pid of the embedded PostgreSQL is unreadable", e);
      return true;
    }
  }

  /** The role that owns the schema and migrates. */
  public DatabaseAddress owner() {
    return owner;
  }

  /** The service's role: no superuser, owns nothing. */
  public DatabaseAddress service() {
    return service;
  }

  DatabaseAddress superuser() {
    return superuser;
  }

  /** Stops the server, and releases the data directory unless the caller has locked it. */
  @Override
  public void close() {
    close("fast");
  }

  /** Stops the server as a crash would; the next start recovers. */
  void closeImmediately() {
    close("immediate");
  }

  /**
   * Ends the server immediately, also during a slower stop; the next start recovers. For a process
   * that is about to halt.
   */
  public void abort() {
    try {
      cluster.stop("immediate", ABORT_TIMEOUT);
    } catch (IOException | IllegalStateException e) {
      LOG.warn("the embedded PostgreSQL may still run: the next start stops it", e);
    }
  }

  private synchronized void close(String mode) {
    if (closed) {
      return;
    }
    closed = true;
    try (ownLock) {
      stop(mode);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** If the checkpoint takes too long, the next start recovers instead. */
  private void stop(String mode) throws IOException {
    try {
      cluster.stop(mode, STOP_TIMEOUT);
    } catch (IllegalStateException tooSlow) {
      LOG.warn("the embedded PostgreSQL stops without a checkpoint: {}", tooSlow.getMessage());
      cluster.stop("immediate", STOP_TIMEOUT);
    }
  }

  private static void createRolesAndDatabase(
      DatabaseAddress superuser, DatabaseAddress owner, DatabaseAddress service)
      throws SQLException {
    try (Connection connection = superuser.connect();
        Statement statement = connection.createStatement()) {
      for (DatabaseAddress role : new DatabaseAddress[] {owner, service}) {
        if (!exists(connection, "SELECT FROM pg_roles WHERE rolname = ?", role.user())) {
          statement.execute("CREATE ROLE " + role.user() + " LOGIN");
        }
        statement.execute("ALTER ROLE %s PASSWORD '%s'".formatted(role.user(), role.password()));
      }
      if (!exists(connection, "SELECT FROM pg_database WHERE datname = ?", owner.database())) {
        statement.execute("CREATE DATABASE %s OWNER %s".formatted(owner.database(), owner.user()));
      }
    }
  }

  private static boolean exists(Connection connection, String query, String name)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  private static String newPassword() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
