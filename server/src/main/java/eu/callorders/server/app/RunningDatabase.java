package eu.callorders.server.app;

import eu.callorders.db.DataDirectoryLock;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.EmbeddedDatabase;
import eu.callorders.db.MigrationPlan;
import eu.callorders.db.Migrator;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Config.DatabaseChoice;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A migrated database, embedded or external. */
public final class RunningDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningDatabase.class);

  private final DatabaseAddress service;
  private final String version;
  private final @Nullable EmbeddedDatabase embedded;

  private RunningDatabase(
      DatabaseAddress service, String version, @Nullable EmbeddedDatabase embedded) {
    this.service = service;
    this.version = version;
    this.embedded = embedded;
  }

  /**
   * Starts the embedded database if configured, which locks the data directory, and migrates. Waits
   * for an external one that does not respond.
   *
   * @throws eu.callorders.db.UnusableDatabaseException when the database is unsuitable
   * @throws eu.callorders.db.UnreachableDatabaseException when it does not respond
   */
  public static RunningDatabase open(Config config) {
    return open(
        config,
        () -> EmbeddedDatabase.start(config.dataDirectory()),
        new StartupRetry(StartupRetry.LIMIT, () -> false));
  }

  /** As {@link #open(Config)}, with the lock of the data directory. */
  static RunningDatabase open(Config config, DataDirectoryLock lock, StartupRetry retry) {
    return open(config, () -> EmbeddedDatabase.start(lock), retry);
  }

  private static RunningDatabase open(
      Config config, Supplier<EmbeddedDatabase> starter, StartupRetry retry) {
    String environment = config.environment().wireName();
    return switch (config.database()) {
      case DatabaseChoice.External(DatabaseAddress service, DatabaseAddress migration) ->
          new RunningDatabase(
              service, retry.run(() -> Migrator.run(migration, service, environment)), null);
      case DatabaseChoice.Embedded() -> {
        if (config.isLive()) {
          LOG.warn(
              "live uses the embedded database: backups and a second node need an external one");
        }
        yield migrated(starter.get(), environment);
      }
    };
  }

  private static RunningDatabase migrated(EmbeddedDatabase embedded, String environment) {
    try {
      String version = Migrator.run(embedded.owner(), embedded.service(), environment);
      return new RunningDatabase(embedded.service(), version, embedded);
    } catch (RuntimeException e) {
      embedded.close();
      throw e;
    }
  }

  /**
   * What {@link #open(Config)} would migrate; changes nothing. Runs the embedded database
   * meanwhile.
   *
   * @throws eu.callorders.db.UnusableDatabaseException when the database is unsuitable
   * @throws IllegalStateException when there is no embedded database yet
   */
  public static MigrationPlan migrationPlan(Config config) {
    String environment = config.environment().wireName();
    return switch (config.database()) {
      case DatabaseChoice.External(DatabaseAddress service, DatabaseAddress migration) ->
          Migrator.plan(migration, service, environment);
      case DatabaseChoice.Embedded() -> {
        EmbeddedDatabase.requireExisting(config.dataDirectory());
        try (EmbeddedDatabase embedded = EmbeddedDatabase.start(config.dataDirectory())) {
          yield Migrator.plan(embedded.owner(), embedded.service(), environment);
        }
      }
    };
  }

  /**
   * Starts the embedded database if configured, without migration.
   *
   * @throws eu.callorders.db.UnusableDatabaseException when the database is unsuitable
   */
  public static RunningDatabase openAsIs(Config config) {
    return switch (config.database()) {
      case DatabaseChoice.External(DatabaseAddress service, _) ->
          new RunningDatabase(service, "", null);
      case DatabaseChoice.Embedded() -> {
        EmbeddedDatabase embedded = EmbeddedDatabase.start(config.dataDirectory());
        yield new RunningDatabase(embedded.service(), "", embedded);
      }
    };
  }

  /**
   * As {@link #openAsIs}, but creates no embedded database.
   *
   * @throws IllegalStateException when there is none yet
   */
  public static RunningDatabase openExisting(Config config) {
    if (config.database() instanceof DatabaseChoice.Embedded) {
      EmbeddedDatabase.requireExisting(config.dataDirectory());
    }
    return openAsIs(config);
  }

  /** The address with the service's role. */
  public DatabaseAddress service() {
    return service;
  }

  /** The schema version; empty without migration. */
  public String version() {
    return version;
  }

  /** Whether the database is embedded and its server has ended. */
  boolean hasEnded() {
    return embedded != null && !embedded.isRunning();
  }

  /** Ends the embedded server at once, before the process halts. */
  void abort() {
    if (embedded != null) {
      embedded.abort();
    }
  }

  /** Stops the embedded server; an external one keeps running. */
  @Override
  public void close() {
    if (embedded != null) {
      embedded.close();
    }
  }
}
