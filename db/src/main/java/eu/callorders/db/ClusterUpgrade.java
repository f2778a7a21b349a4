package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Moves the embedded database to the PostgreSQL of this jar when another major version has written
 * it, by dump and restore. Runs the old programs, which lie in the data directory.
 */
public final class ClusterUpgrade {
  /**
   * What an upgrade has done.
   *
   * @param from the old major version
   * @param rows that were copied
   * @param before where the old files are
   */
  public record Result(String from, long rows, Path before) {}

  private ClusterUpgrade() {}

  /**
   * Upgrades the database of the locked data directory. A failure leaves it as it was.
   *
   * @return empty if it is of this version
   * @throws IllegalStateException with a message for the operator
   */
  public static Optional<Result> run(DataDirectoryLock lock) {
    EmbeddedDatabase.requireExisting(lock.directory());
    Path home = lock.directory().resolve("postgres");
    try {
      String from = PostgresCluster.majorVersion(home.resolve("cluster"));
      return from.equals(Integer.toString(PostgresPrograms.majorVersion()))
          ? Optional.empty()
          : Optional.of(run(home, from));
    } catch (IOException e) {
      throw new UncheckedIOException("the upgrade: " + e.getMessage(), e);
    } catch (SQLException e) {
      throw new IllegalStateException("the upgrade: " + e.getMessage(), e);
    }
  }

  /** Upgrades a cluster of any version whose programs are below {@code home}. */
  static Result run(Path home, String from) throws IOException, SQLException {
    Path cluster = home.resolve("cluster");
    PostgresPrograms programs =
        PostgresPrograms.findBelow(home, from, cluster)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "%s was written by PostgreSQL %s, whose programs are not in %s: start the"
                                .formatted(cluster, from, home)
                            + " version of the service once that wrote it"));
    DataDirectory.requireSpace(home, 2 * sizeOf(cluster) + EmbeddedDatabase.SPACE, "the upgrade");
    PostgresCluster old = new PostgresCluster(programs, cluster, home.resolve("postgres.log"));
    old.stopOrphan();
    old.assignOwner();
    old.rotateLog();
    Path upgrade = home.resolve("upgrade");
    deleteInterrupted(home, upgrade);
    try {
      // With the same password the old files can be put back at any time.
      String password =
          Files.readString(home.resolve(EmbeddedDatabase.PASSWORD_FILE), UTF_8).strip();
      PrivateFile.write(upgrade.resolve(EmbeddedDatabase.PASSWORD_FILE), password);
      long rows = copy(home, old, upgrade, password);
      Path before = ClusterSwap.run(home, upgrade.resolve("cluster"), password).orElseThrow();
      return new Result(from, rows, before);
    } finally {
      Directories.delete(upgrade);
    }
  }

  private static void deleteInterrupted(Path home, Path upgrade) throws IOException {
    Path cluster = upgrade.resolve("cluster");
    if (Files.exists(cluster)) {
      PostgresPrograms programs = PostgresPrograms.unpackBelow(home, cluster);
      new PostgresCluster(programs, cluster, upgrade.resolve("postgres.log")).stopOrphan();
    }
    Directories.delete(upgrade);
  }

  /** Fills a new cluster below {@code upgrade}; both servers have stopped when it returns. */
  private static long copy(Path home, PostgresCluster old, Path upgrade, String password)
      throws IOException, SQLException {
    int port = old.start(PostgresSettings.EMBEDDED);
    try (EmbeddedDatabase fresh = EmbeddedDatabase.start(null, upgrade, home, Map.of())) {
      DatabaseAddress source =
          new DatabaseAddress(
              "127.0.0.1",
              port,
              EmbeddedDatabase.DATABASE,
              EmbeddedDatabase.SUPERUSER,
              password,
              Map.of());
      SchemaMigration.of(fresh.owner(), schema(source)).run();
      return LogicalCopy.run(source, fresh.superuser().withDatabase(EmbeddedDatabase.DATABASE));
    } finally {
      old.stop("fast");
    }
  }

  /** The schema of the old database, which this jar must be able to create. */
  private static String schema(DatabaseAddress source) throws SQLException {
    MigrationPlan plan = SchemaMigration.of(source, SchemaMigration.NEWEST).plan();
    String schema =
        plan.current()
            .orElseThrow(() -> new IllegalStateException("the database is empty: delete it"));
    if (plan.steps().isEmpty() && !schema.equals(plan.target())) {
      throw new IllegalStateException(
          "the database has schema %s, but this version knows %s: upgrade with a version that knows"
                  .formatted(schema, plan.target())
              + " it");
    }
    return schema;
  }

  private static long sizeOf(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
