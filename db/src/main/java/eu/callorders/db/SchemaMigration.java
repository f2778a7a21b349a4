package eu.callorders.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the migrations of this jar while nodes use the database. A migration that waits for a table
 * holds back all later statements on it, so it gives up soon and tries again.
 */
final class SchemaMigration {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaMigration.class);

  /** SQLSTATE of a lock timeout and of a deadlock. */
  private static final Set<String> LOCK_FAILURES = Set.of("55P03", "40P01");

  /** Of nodes that start at the same time, one migrates and the others wait, in seconds. */
  private static final int MAX_WAIT_FOR_OTHER_NODES = 600;

  /**
   * How a migration waits for tables.
   *
   * @param timeout of a lock: longer than {@code deadlock_timeout}, after which PostgreSQL cancels
   *     an autovacuum that holds it, and shorter than that of the service's statements
   * @param attempts of a migration
   * @param minPause between attempts
   */
  record LockPolicy(Duration timeout, int attempts, Duration minPause, Duration maxPause) {
    static final LockPolicy DEFAULT =
        new LockPolicy(Duration.ofMillis(1200), 60, Duration.ofMillis(500), Duration.ofSeconds(2));
  }

  static final String NEWEST = "latest";

  private final List<String> folders;
  private final LockPolicy policy;
  private final Flyway flyway;

  /**
   * @param schema the last to migrate to, for example {@code 1.9}
   */
  static SchemaMigration of(DatabaseAddress owner, String schema) throws SQLException {
    return new SchemaMigration(owner, List.of(MigrationFile.FOLDER), LockPolicy.DEFAULT, schema);
  }

  /**
   * @param folders of the class path
   */
  SchemaMigration(DatabaseAddress owner, List<String> folders, LockPolicy policy, String schema)
      throws SQLException {
    this.folders = folders;
    this.policy = policy;
    FluentConfiguration configuration =
        Flyway.configure()
            .dataSource(durableConnections(owner))
            .locations(folders.stream().map(each -> "classpath:" + each).toArray(String[]::new))
            .schemas("public")
            .target(schema)
            .validateMigrationNaming(true)
            .callbacks(new MigrationSession(policy.timeout()))
            .lockRetryCount(MAX_WAIT_FOR_OTHER_NODES);
    // In a transaction it would hold back each index that is created concurrently.
    configuration
        .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
    this.flyway = configuration.load();
  }

  /**
   * Runs what the database lacks.
   *
   * @return the newest schema of this jar
   * @throws UnusableDatabaseException if the jar may not use the database, or tables stay locked
   */
  SchemaRelease run() {
    SchemaRelease target = SchemaCheck.run(flyway.info().all());
    int failures = 0;
    String failed = "";
    while (true) {
      try {
        flyway.migrate();
        return target;
      } catch (FlywayException e) {
        if (!isLockFailure(e)) {
          throw e;
        }
        SchemaCheck.run(flyway.info().all()); // one without a transaction has failed for good
        String migration = firstPending();
        failures = migration.equals(failed) ? failures + 1 : 1;
        failed = migration;
        if (failures == policy.attempts()) {
          throw new UnusableDatabaseException(stillLocked(migration), e);
        }
        LOG.warn("migration {} waits for a table that a transaction has locked", migration);
        pause();
      }
    }
  }

  /** What {@link #run} would do; changes nothing. */
  MigrationPlan plan() {
    MigrationInfoService info = flyway.info();
    SchemaRelease target = SchemaCheck.run(info.all());
    Optional<SchemaRelease> current =
        SchemaRelease.newest(
            Stream.of(info.all())
                .filter(each -> each.getState().isApplied())
                .flatMap(each -> SchemaRelease.of(each).stream()));
    List<MigrationFile> files =
        folders.stream().flatMap(folder -> MigrationFile.inFolder(folder).stream()).toList();
    return MigrationPlan.of(
        current, target, Stream.of(info.pending()).map(each -> step(each, files)).toList());
  }

  private static MigrationPlan.Step step(MigrationInfo migration, List<MigrationFile> files) {
    SchemaRelease schema = SchemaRelease.of(migration).orElseThrow();
    return new MigrationPlan.Step(
        schema.toString(),
        migration.getDescription(),
        files.stream()
            .filter(file -> file.schema().equals(schema))
            .flatMap(file -> file.locks().stream())
            .toList());
  }

  private String firstPending() {
    MigrationInfo[] pending = flyway.info().pending();
    return pending.length == 0
        ? ""
        : "%s (%s)".formatted(pending[0].getVersion(), pending[0].getDescription());
  }

  private String stillLocked(String migration) {
    return """
    Migration %s found a table locked %d times; nothing of it was changed. A transaction that \
    stays open holds the lock: find it by xact_start in pg_stat_activity, end it and start again.\
    """
        .formatted(migration, policy.attempts());
  }

  private static boolean isLockFailure(FlywayException failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && sql.getSQLState() != null) {
        return LOCK_FAILURES.contains(sql.getSQLState());
      }
    }
    return false;
  }

  private void pause() {
    try {
      Thread.sleep(
          ThreadLocalRandom.current()
              .nextLong(policy.minPause().toMillis(), policy.maxPause().toMillis() + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a table", e);
    }
  }

  /** Flyway writes its history over another connection than that of the migrations. */
  private static DataSource durableConnections(DatabaseAddress owner) {
    return new PGSimpleDataSource() {
      @Override
      public Connection getConnection() throws SQLException {
        return owner.connect();
      }
    };
  }

  /**
   * Lets migrations change rows of every tenant, and sets the timeouts of each. One without a
   * transaction creates an index concurrently, which holds back no statement and waits for
   * transactions as long as they last.
   */
  private record MigrationSession(Duration lockTimeout) implements Callback {
    @Override
    public boolean supports(Event event, Context context) {
      return event == Event.AFTER_CONNECT || event == Event.BEFORE_EACH_MIGRATE;
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
      return true;
    }

    @Override
    public void handle(Event event, Context context) {
      Connection connection = context.getConnection();
      try (Statement statement = connection.createStatement()) {
        if (event == Event.AFTER_CONNECT) {
          statement.execute("SET app.worker = 'on'");
          return;
        }
        statement.execute("SET statement_timeout = 0");
        statement.execute(
            "SET lock_timeout = " + (connection.getAutoCommit() ? 0 : lockTimeout.toMillis()));
      } catch (SQLException e) {
        throw new FlywayException("setting up the session: " + e.getMessage(), e);
      }
    }

    @Override
    public String getCallbackName() {
      return "migration session";
    }
  }
}
