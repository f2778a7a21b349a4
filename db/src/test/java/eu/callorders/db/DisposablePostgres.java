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
 * A PostgreSQL of a test's own, migrated, that it may stop, freeze and start again. It stays where
 * it is, roles and passwords too.
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

  /** The process that stands still alone; 0 for none. */
  private long stopped;

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
      Path files = directory.resolve("cluster");
      PostgresCluster cluster =
          new PostgresCluster(
              PostgresPrograms.below(programs, files), files, directory.resolve("postgres.log"));
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

  /** Stops it as a crash would. */
  public void kill() {
    stop("immediate");
    down = true;
  }

  /** Undoes what a test may have left behind when it failed. */
  public void heal() {
    if (frozen) {
      thaw();
    }
    if (down) {
      startAgain();
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

  /** Starts it where it was. */
  public void startAgain() {
    try {
      cluster.start(service().port(), SETTINGS);
      down = false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it where it was, as a standby: it can be read, and waits to be promoted. */
  public void startAsStandby() {
    try {
      Files.createFile(directory.resolve("cluster").resolve("standby.signal"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    startAgain();
  }

  /**
   * Makes a standby the primary, on a new timeline. Its checkpointer stands still from now on, so
   * that {@code pg_control} keeps the old timeline.
   */
  public void promoteWithoutCheckpoint() {
    long checkpointer =
        number("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
    run("kill", "-STOP", Long.toString(checkpointer));
    stopped = checkpointer;
    execute("SELECT pg_promote(true)");
  }

  /** From now on it answers nobody, though its connections stay open and new ones are made. */
  public void freeze() {
    frozen = true;
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
    frozen = false;
  }

  /** Every process of it; the one that makes the others first. */
  private void signal(String name) {
    ProcessHandle postmaster = ProcessHandle.of(pid()).orElseThrow();
    Stream.concat(Stream.of(postmaster), postmaster.descendants())
        .forEach(process -> run("kill", "-" + name, Long.toString(process.pid())));
  }

  private long pid() {
    try {
      Path file = directory.resolve("cluster").resolve("postmaster.pid");
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

  /** Lets it write nothing, as a standby does, or lets it write again. */
  public void readOnly(boolean readOnly) {
    this.readOnly = readOnly;
    execute(
        "SET default_transaction_read_only = off",
        "ALTER SYSTEM SET default_transaction_read_only = " + (readOnly ? "on" : "off"),
        "SELECT pg_reload_conf()");
  }

  /**
   * Sets a setting of the server and has it read again. One of the settings of the first start is
   * in force only after the next start.
   */
  public void set(String name, String value) {
    execute("ALTER SYSTEM SET " + name + " = " + value, "SELECT pg_reload_conf()");
  }

  private long number(String query) {
    try (Connection connection = database.superuser().connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs commands as the superuser, on one connection. */
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
    if (stopped != 0) {
      run("kill", "-CONT", Long.toString(stopped));
    }
    if (!down) {
      database.closeAtOnce();
    }
    try {
      Directories.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What runs there, for the log of a test that has failed. */
  @Override
  public String toString() {
    return "PostgreSQL on " + List.of(directory, service().port());
  }
}
