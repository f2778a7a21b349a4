package eu.callorders.db;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;

/** Decides, before a migration runs, whether this jar may use the schema of a database. */
final class SchemaCheck {
  private static final String UNRELEASED_BUILD =
      "The database was created by an unreleased build; create a new one"
          + " (an empty database, or for the embedded one an empty CALLORDERS_DATA_DIR).";

  static final String OTHER_MIGRATIONS =
      "The migrations of this database are not those of this jar, so either the jar that created"
          + " the database or this one is no release; nothing was changed. Use the jar that created"
          + " the database, or create a new database.";

  /** A release drops only what the release before it no longer uses. */
  private static final int MAX_NEWER_RELEASES = 1;

  private SchemaCheck() {}

  /**
   * Checks the migrations of jar and database.
   *
   * @return the newest schema of the jar
   * @throws UnusableDatabaseException if the database is of an unreleased build or too new, or has
   *     a migration of this jar that failed or has another content
   */
  static SchemaRelease run(MigrationInfo[] migrations) {
    List<MigrationInfo> applied =
        Stream.of(migrations).filter(each -> each.getState().isApplied()).toList();
    List<MigrationInfo> resolved =
        Stream.of(migrations).filter(each -> each.getState().isResolved()).toList();
    if (!applied.stream().allMatch(each -> SchemaRelease.of(each).isPresent())) {
      throw new UnusableDatabaseException(UNRELEASED_BUILD);
    }
    SchemaRelease jar = newest(resolved).orElseThrow();
    newest(applied).ifPresent(database -> requireReleaseWithinReach(jar, database));
    for (MigrationInfo each : resolved) {
      if (each.getState().isFailed()) {
        throw new UnusableDatabaseException(failed(each));
      }
      if (each.getState().isApplied() && !each.isChecksumMatching()) {
        throw new UnusableDatabaseException(changed(each));
      }
    }
    return jar;
  }

  private static Optional<SchemaRelease> newest(List<MigrationInfo> migrations) {
    return SchemaRelease.newest(
        migrations.stream().flatMap(each -> SchemaRelease.of(each).stream()));
  }

  /**
   * @throws UnusableDatabaseException if the database is too new for the jar
   */
  static void requireReleaseWithinReach(SchemaRelease jar, SchemaRelease database) {
    if (database.release() - jar.release() > MAX_NEWER_RELEASES) {
      throw new UnusableDatabaseException(
          """
          The database has schema %s, at least two releases above schema %s of this jar; nothing \
          was changed. Install a version with schema %d or newer: the release notes name the \
          schema of each version.\
          """
              .formatted(database, jar, database.release() - MAX_NEWER_RELEASES));
    }
  }

  private static String failed(MigrationInfo migration) {
    return """
    Migration %s (%s) failed in this database before its end: restore the backup from before \
    the upgrade, or undo by hand what it has changed, delete its row from \
    flyway_schema_history and start again.\
    """
        .formatted(migration.getVersion(), migration.getDescription());
  }

  private static String changed(MigrationInfo migration) {
    return """
    Migration %s (%s) had another content when it ran in this database, so either the jar of \
    that time or this one is no release; nothing was changed. Use the jar that created the \
    database, or create a new database.\
    """
        .formatted(migration.getVersion(), migration.getDescription());
  }
}
