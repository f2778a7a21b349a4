package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Base backups of the embedded database: written while it runs or not, restored while it does not.
 * A backup is a directory with the files of the cluster, the password of its superuser and a {@link
 * BackupManifest}.
 */
public final class EmbeddedBackup {
  private static final String CLUSTER = "cluster";
  private static final String LABEL = "backup_label";
  private static final Pattern FIRST_SEGMENT = Pattern.compile("\\(file ([0-9A-F]{24})\\)");
  private static final int PORT_LINE = 3;

  /** Of a segment of the write-ahead log, which the first start creates. */
  private static final long SPARE_BYTES = 32L << 20;

  /** Reserves the segments of the log that the backup needs until the session ends. */
  private static final String CREATE_SLOT =
      "SELECT pg_create_physical_replication_slot('call_orders_backup', true, true)";

  private static final String START_BACKUP = "SELECT pg_backup_start('call-orders', true)";

  private static final String STOP_BACKUP =
      "SELECT labelfile, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)";

  private static final String HAS_SCHEMA =
      "SELECT to_regclass('flyway_schema_history') IS NOT NULL";

  private static final String ENVIRONMENT = "SELECT environment FROM deployment";

  private static final String SCHEMAS =
      "SELECT version FROM flyway_schema_history WHERE success AND version IS NOT NULL";

  private EmbeddedBackup() {}

  /**
   * The service that a backup is restored for.
   *
   * @param environment {@code sandbox} or {@code live}
   * @param masterKeys ids of the keys that it has
   */
  public record Target(String environment, Set<String> masterKeys) {
    public Target {
      masterKeys = Set.copyOf(masterKeys);
    }
  }

  /**
   * Writes a backup of the database in that data directory, and starts it for that if it is
   * stopped.
   *
   * @param target absent or empty; a failure leaves it absent
   * @param masterKeys queries for the ids of the master keys that the database needs, in their
   *     first column
   * @throws IllegalStateException with a message for the operator
   */
  public static void write(Path dataDirectory, Path target, List<String> masterKeys) {
    Path home = dataDirectory.resolve("postgres");
    EmbeddedDatabase.requireExisting(dataDirectory);
    try {
      requireEmpty(target);
      Optional<DataDirectoryLock> lock = DataDirectoryLock.tryAcquire(dataDirectory, Duration.ZERO);
      if (lock.isPresent()) {
        try (DataDirectoryLock held = lock.get();
            EmbeddedDatabase database = EmbeddedDatabase.start(held)) {
          write(home, database.superuser(), target, masterKeys);
        }
      } else {
        write(home, runningServer(home), target, masterKeys);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the backup: " + e.getMessage(), e);
    } catch (SQLException e) {
      throw new IllegalStateException("the backup: " + e.getMessage(), e);
    }
  }

  /**
   * Replaces the database of the locked data directory by a backup, and moves the old files aside.
   * Checks the whole backup first.
   *
   * @return where the old files are; empty if there were none
   * @throws IllegalStateException with a message for the operator if {@code source} is no backup,
   *     is damaged or is none for this service; nothing was changed then
   */
  public static Optional<Path> restore(DataDirectoryLock lock, Path source, Target target) {
    try {
      BackupManifest manifest = BackupManifest.read(source);
      manifest.requireFor(target, source);
      manifest.verify(source);
      Path home = Files.createDirectories(lock.directory().resolve("postgres"));
      DataDirectory.requireSpace(home, manifest.size() + SPARE_BYTES, "the restore");
      return replaceCluster(home, source);
    } catch (IOException e) {
      throw new UncheckedIOException("the restore: " + e.getMessage(), e);
    }
  }

  private static Optional<Path> replaceCluster(Path home, Path source) throws IOException {
    Path cluster = home.resolve(CLUSTER);
    new PostgresCluster(
            PostgresPrograms.unpackBelow(home, cluster), cluster, home.resolve("postgres.log"))
        .stopOrphan();
    Path fresh = home.resolve(CLUSTER + ".new");
    Directories.delete(fresh);
    ClusterCopy.copyAll(source.resolve(CLUSTER), fresh);
    // PostgreSQL refuses other modes, which a copy of the backup may have.
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
    return ClusterSwap.run(
        home,
        fresh,
        Files.readString(source.resolve(EmbeddedDatabase.PASSWORD_FILE), UTF_8).strip());
  }

  private static void requireEmpty(Path target) throws IOException {
    if (Files.exists(target)) {
      try (Stream<Path> inside = Files.list(target)) {
        if (inside.findAny().isPresent()) {
          throw new IllegalStateException(target + " is not empty");
        }
      }
    }
    DataDirectory.requireWritable(Objects.requireNonNull(target.toAbsolutePath().getParent()));
    Files.deleteIfExists(target);
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
        Files.readString(home.resolve(EmbeddedDatabase.PASSWORD_FILE), UTF_8).strip(),
        Map.of());
  }

  private static void write(
      Path home, DatabaseAddress superuser, Path target, List<String> masterKeys)
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
        fresh.resolve(EmbeddedDatabase.PASSWORD_FILE),
        Files.readString(home.resolve(EmbeddedDatabase.PASSWORD_FILE), UTF_8).strip());
    describe(superuser, masterKeys, BackupManifest.contentsOf(fresh)).write(fresh);
    Files.move(fresh, absolute, StandardCopyOption.ATOMIC_MOVE);
  }

  private static BackupManifest describe(
      DatabaseAddress superuser, List<String> masterKeys, Map<String, String> contents)
      throws SQLException {
    try (Connection connection = superuser.withDatabase(EmbeddedDatabase.DATABASE).connect()) {
      if (texts(connection, HAS_SCHEMA).contains("f")) {
        throw new IllegalStateException("the database is empty: start the service once");
      }
      Set<String> keys = new TreeSet<>();
      for (String query : masterKeys) {
        keys.addAll(texts(connection, query));
      }
      return new BackupManifest(
          texts(connection, ENVIRONMENT).getFirst(),
          SchemaRelease.newest(
                  texts(connection, SCHEMAS).stream()
                      .flatMap(version -> SchemaRelease.parse(version).stream()))
              .orElseThrow(),
          connection.getMetaData().getDatabaseMajorVersion(),
          List.copyOf(keys),
          contents);
    }
  }

  private static List<String> texts(Connection connection, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (PreparedStatement prepared = connection.prepareStatement(query);
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
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
