package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Base backups of the embedded database: written while it runs or not, restored while it does not.
 * A backup is a directory with the files of the cluster and the password of its superuser.
 */
public final class EmbeddedBackup {
  private static final String CLUSTER = "cluster";
  private static final String PASSWORD = "superuser-password";
  private static final String LABEL = "backup_label";
  private static final Pattern FIRST_SEGMENT = Pattern.compile("\\(file ([0-9A-F]{24})\\)");
  private static final int PORT_LINE = 3;

  /** Reserves the segments of the log that the backup needs until the session ends. */
  private static final String CREATE_SLOT =
      "SELECT pg_create_physical_replication_slot('call_orders_backup', true, true)";

  private static final String START_BACKUP = "SELECT pg_backup_start('call-orders', true)";

  private static final String STOP_BACKUP =
      "SELECT labelfile, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)";

  private EmbeddedBackup() {}

  /**
   * Writes a backup of the database in that data directory, and starts it for that if it is
   * stopped.
   *
   * @param target absent or empty; a failure leaves it absent
   * @throws IllegalStateException with a message for the operator
   */
  public static void write(Path dataDirectory, Path target) {
    Path home = dataDirectory.resolve("postgres");
    if (!Files.exists(home.resolve(CLUSTER).resolve("PG_VERSION"))) {
      throw new IllegalStateException("there is no embedded database in " + dataDirectory);
    }
    try {
      requireEmpty(target);
      Optional<DataDirectoryLock> lock = DataDirectoryLock.tryAcquire(dataDirectory, Duration.ZERO);
      if (lock.isPresent()) {
        try (DataDirectoryLock held = lock.get();
            EmbeddedDatabase database = EmbeddedDatabase.start(held)) {
          write(home, database.superuser(), target);
        }
      } else {
        write(home, runningServer(home), target);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the backup: " + e.getMessage(), e);
    } catch (SQLException e) {
      throw new IllegalStateException("the backup: " + e.getMessage(), e);
    }
  }

  /**
   * Replaces the database of the locked data directory by a backup, and moves the old files aside.
   *
   * @return where the old files are; empty if there were none
   * @throws IllegalStateException with a message for the operator if {@code source} is no backup
   */
  public static List<Path> restore(DataDirectoryLock lock, Path source) {
    if (!Files.exists(source.resolve(CLUSTER).resolve(LABEL))
        || !Files.exists(source.resolve(PASSWORD))) {
      throw new IllegalStateException(source + " is no backup of this command");
    }
    try {
      return replaceCluster(lock.directory().resolve("postgres"), source);
    } catch (IOException e) {
      throw new UncheckedIOException("the restore: " + e.getMessage(), e);
    }
  }

  private static List<Path> replaceCluster(Path home, Path source) throws IOException {
    Path cluster = home.resolve(CLUSTER);
    new PostgresCluster(
            PostgresPrograms.unpackBelow(home, cluster), cluster, home.resolve("postgres.log"))
        .stopOrphan();
    Path fresh = home.resolve(CLUSTER + ".new");
    Directories.delete(fresh);
    ClusterCopy.copyAll(source.resolve(CLUSTER), fresh);
    List<Path> before = List.of();
    if (Files.exists(cluster)) {
      Path old = unusedPath(home);
      Files.move(cluster, old, StandardCopyOption.ATOMIC_MOVE);
      before = List.of(old);
    }
    PrivateFile.write(home.resolve(PASSWORD), Files.readString(source.resolve(PASSWORD), UTF_8));
    Files.move(fresh, cluster, StandardCopyOption.ATOMIC_MOVE);
    return before;
  }

  private static Path unusedPath(Path home) {
    for (int suffix = 1; ; suffix++) {
      Path unused = home.resolve(CLUSTER + ".before-" + suffix);
      if (!Files.exists(unused)) {
        return unused;
      }
    }
  }

  private static void requireEmpty(Path target) throws IOException {
    if (Files.exists(target)) {
      try (Stream<Path> inside = Files.list(target)) {
        if (inside.findAny().isPresent()) {
          throw new IllegalStateException(target + " is not empty");
        }
      }
      Files.delete(target);
    }
  }

  /** The server that another process runs. */
  private static DatabaseAddress runningServer(Path home) throws IOException {
    Path pidFile = home.resolve(CLUSTER).resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      throw new IllegalStateException(
          "the data directory %s is in use, but its database does not run: start it, or stop the"
                  .formatted(home.toAbsolutePath().normalize().getParent())
              + " process that uses the directory");
    }
    List<String> lines = Files.readAllLines(pidFile, UTF_8);
    return new DatabaseAddress(
        "127.0.0.1",
        Integer.parseInt(lines.get(PORT_LINE).strip()),
        "postgres",
        EmbeddedDatabase.SUPERUSER,
        Files.readString(home.resolve(PASSWORD), UTF_8).strip(),
        Map.of());
  }

  private static void write(Path home, DatabaseAddress superuser, Path target)
      throws IOException, SQLException {
    Path cluster = home.resolve(CLUSTER);
    Path absolute = target.toAbsolutePath();
    Path fresh = absolute.resolveSibling(absolute.getFileName() + ".new");
    Directories.delete(fresh);
    Path copy = Files.createDirectories(fresh).resolve(CLUSTER);
    try (Connection connection = superuser.connect()) {
      query(connection, CREATE_SLOT);
      query(connection, START_BACKUP);
      ClusterCopy.copyWithoutLog(cluster, copy);
      End end = stopBackup(connection);
      Files.writeString(copy.resolve(LABEL), end.label(), UTF_8);
      ClusterCopy.copyLog(cluster, copy, firstSegment(end.label()), end.lastSegment());
      PostgresAccount.returnToService(copy);
    }
    PrivateFile.write(
        fresh.resolve(PASSWORD), Files.readString(home.resolve(PASSWORD), UTF_8).strip());
    Files.move(fresh, absolute, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * @param label content of the backup label, from which recovery starts
   * @param lastSegment name of the last segment of the log that the backup needs
   */
  private record End(String label, String lastSegment) {}

  private static String firstSegment(String label) {
    Matcher segment = FIRST_SEGMENT.matcher(label);
    if (!segment.find()) {
      throw new IllegalStateException("the backup label of PostgreSQL names no first segment");
    }
    return segment.group(1);
  }

  private static void query(Connection connection, String statement) throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      prepared.executeQuery().close();
    }
  }

  private static End stopBackup(Connection connection) throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(STOP_BACKUP);
        ResultSet row = prepared.executeQuery()) {
      row.next();
      return new End(row.getString("labelfile"), row.getString("last"));
    }
  }
}
