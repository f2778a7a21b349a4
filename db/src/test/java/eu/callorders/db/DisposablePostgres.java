package eu.callorders.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A migrated PostgreSQL server for one test, which may stop, freeze and restart it. Port, roles and
 * passwords do not change.
 */
public final class DisposablePostgres implements AutoCloseable {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "listen_addresses", "127.0.0.1",
          "unix_socket_directories", "''",
          "fsync", "off",
          "max_connections", "60",
          // A standby refuses a lower value than its primary had.
          "max_locks_per_transaction", "256");

  private final Path directory;
  private final EmbeddedDatabase database;
  private final PostgresCluster cluster;
  private boolean frozen;
  private boolean down;
  private boolean readOnly;

  /** The pid of the single stopped process; 0 for none. */
  private long stoppedProcess;

  private DisposablePostgres(Path directory, EmbeddedDatabase database, PostgresCluster cluster) {
    this.directory = directory;
    this.database = database;
    this.cluster = cluster;
  }

  public static DisposablePostgres start() {
    try {
      Path directory = TestDirectory.create("call-orders-outage");
      Path programs = TestDatabase.programs();
      EmbeddedDatabase database =
          EmbeddedDatabase.start(directory, programs, Duration.ofSeconds(1), SETTINGS);
      Migrator.run(database.owner(), database.service(), "sandbox");
      Path home = directory.resolve("postgres");
      Path files = home.resolve("cluster");
      PostgresCluster cluster =
          new PostgresCluster(
              PostgresPrograms.unpackBelow(programs, files), files, home.resolve("postgres.log"));
      return new DisposablePostgres(directory, database, cluster);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public DatabaseAddress service() {
    return database.service();
  }

  public DatabaseAddress owner() {
    return database.owner();
  }

  /** Stops the server as a crash does. */
  public void kill() {
    stop("immediate");
    down = true;
  }

  /** Restores a running server after a failed test. */
  public void restore() {
    if (frozen) {
      thaw();
    }
    if (down) {
      restart();
    }
    if (readOnly) {
      readOnly(false);
    }
  }

  private void stop(String mode) {
    try {
      cluster.stop(mode);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the server on the same port. */
  public void restart() {
    try {
      cluster.start(service().port(), SETTINGS);
      down = false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the server on the same port as a read-only standby. */
  public void startAsStandby() {
    try {
      Files.createFile(directory.resolve("postgres/cluster").resolve("standby.signal"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    restart();
  }

  /**
   * Promotes the standby to primary on a new timeline and stops its checkpointer, so that {@code
   * pg_control} keeps the old timeline.
   */
  public void promoteWithoutCheckpoint() {
    long checkpointer =
        queryLong("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
    run("kill", "-STOP", Long.toString(checkpointer));
    stoppedProcess = checkpointer;
    execute("SELECT pg_promote(true)");
  }

  /** Stops all processes: no query completes, but connections stay open and can be opened. */
  public void freeze() {
    frozen = true;
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
    frozen = false;
  }

  /** Signals every process, the postmaster first. */
  private void signal(String name) {
    ProcessHandle postmaster = ProcessHandle.of(pid()).orElseThrow();
    Stream.concat(Stream.of(postmaster), postmaster.descendants())
        .forEach(process -> run("kill", "-" + name, Long.toString(process.pid())));
  }

  private long pid() {
    try {
      Path file = directory.resolve("postgres/cluster").resolve("postmaster.pid");
      return Long.parseLong(Files.readAllLines(file).getFirst().strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(String... command) {
    try {
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Switches the server to read-only, like a standby, or back. */
  public void readOnly(boolean readOnly) {
    this.readOnly = readOnly;
    execute(
        "SET default_transaction_read_only = off",
        "ALTER SYSTEM SET default_transaction_read_only = " + (readOnly ? "on" : "off"),
        "SELECT pg_reload_conf()");
  }

  /**
   * Changes a setting and reloads the configuration. Settings of the command line take effect only
   * at the next start.
   */
  public void set(String name, String value) {
    execute("ALTER SYSTEM SET " + name + " = " + value, "SELECT pg_reload_conf()");
  }

  private long queryLong(String query) {
    try (Connection connection = database.superuser().connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Executes commands as the superuser on one connection. */
  private void execute(String... commands) {
    try (Connection connection = database.superuser().connect();
        Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (frozen) {
      thaw();
    }
    if (stoppedProcess != 0) {
      run("kill", "-CONT", Long.toString(stoppedProcess));
    }
    if (!down) {
      database.closeImmediately();
    }
    try {
      Directories.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For the log of a failed test. */
  @Override
  public String toString() {
    return "PostgreSQL on " + List.of(directory, service().port());
  }
}
