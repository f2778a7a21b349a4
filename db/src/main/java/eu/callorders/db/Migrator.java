package eu.callorders.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** Migrates the schema to this release and checks that the database belongs to the deployment. */
public final class Migrator {
  private static final int MIN_SERVER_VERSION = 150_000;

  private static final String ROLE =
      """
      SELECT rolname, rolsuper OR rolbypassrls AS sees_everything,
             current_setting('server_version_num')::int AS server_version
      FROM pg_roles WHERE rolname = current_user
      """;

  private static final String HAS_DEPLOYMENT = "SELECT to_regclass('deployment') IS NOT NULL";

  private static final String INSERT_DEPLOYMENT =
      "INSERT INTO deployment (environment) VALUES (?) ON CONFLICT DO NOTHING";

  private static final String ENVIRONMENT = "SELECT environment FROM deployment";

  /** Era 0 describes the server on which the database is created. */
  private static final String INSERT_FIRST_ERA =
      """
      INSERT INTO era (number, id, started, db, file, sysid, timeline, begun_at, why)
      SELECT 0, d.epoch, pg_postmaster_start_time(),
             (SELECT oid FROM pg_database WHERE datname = current_database()),
             pg_relation_filenode('era'), c.system_identifier,
             ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer,
             now(), 'first era'
        FROM deployment d, pg_control_system() c
       WHERE NOT EXISTS (SELECT FROM era)
      ON CONFLICT DO NOTHING
      """;

  /** Concurrent grants on one table fail. */
  static final String LOCK_GRANTS =
      "SELECT pg_advisory_xact_lock(hashtextextended('call orders grants', 0))";

  /** For the service's role {@code %s} when it is not the owner. */
  private static final List<String> GRANTS =
      List.of(
          "GRANT USAGE ON SCHEMA public TO %s",
          "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %s",
          "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %s",
          """
          ALTER DEFAULT PRIVILEGES IN SCHEMA public
          GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %s
          """,
          "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO %s",
          "REVOKE INSERT, UPDATE, DELETE ON deployment, flyway_schema_history FROM %s",
          "REVOKE UPDATE, DELETE ON era, era_contradiction FROM %s");

  private Migrator() {}

  /**
   * Migrates as {@code owner}, then grants privileges to the role of {@code service} if that is
   * another one.
   *
   * @param environment {@code sandbox} or {@code live}; a new database stores it
   * @return the version of the schema that this release needs; the database may have a newer one
   * @throws UnusableDatabaseException if the database cannot be used or a migration fails
   * @throws UnreachableDatabaseException if the database does not respond
   */
  public static String run(DatabaseAddress owner, DatabaseAddress service, String environment) {
    return withMessage(
        owner,
        () -> {
          requireSuitable(owner, service, environment);
          String version = SchemaMigration.of(owner, SchemaMigration.NEWEST).run().toString();
          try (Connection connection = owner.connect()) {
            storeEnvironment(connection, environment);
            requireEnvironment(connection, environment);
            if (!owner.user().equals(service.user())) {
              grant(connection, service.user());
            }
          }
          return version;
        });
  }

  /**
   * What {@link #run} would do; changes nothing.
   *
   * @throws UnusableDatabaseException if {@link #run} would refuse the database
   */
  public static MigrationPlan plan(
      DatabaseAddress owner, DatabaseAddress service, String environment) {
    return withMessage(
        owner,
        () -> {
          requireSuitable(owner, service, environment);
          return SchemaMigration.of(owner, SchemaMigration.NEWEST).plan();
        });
  }

  private interface Action<T> {
    T run() throws SQLException;
  }

  private static <T> T withMessage(DatabaseAddress owner, Action<T> action) {
    try {
      return action.run();
    } catch (FlywayValidateException e) {
      throw new UnusableDatabaseException(SchemaCheck.OTHER_MIGRATIONS, e);
    } catch (SQLException | FlywayException e) {
      if (ConnectFailures.mayPass(e)) {
        throw new UnreachableDatabaseException(
            "the database %s: %s".formatted(owner, ConnectFailures.describe(e)), e);
      }
      throw new UnusableDatabaseException(
          "the database %s: %s".formatted(owner, e.getMessage()), e);
    }
  }

  private static void requireSuitable(
      DatabaseAddress owner, DatabaseAddress service, String environment) throws SQLException {
    requireSafeRole(service);
    try (Connection connection = owner.connect()) {
      if (queryFlag(connection, HAS_DEPLOYMENT)) {
        requireEnvironment(connection, environment);
      }
    }
  }

  private static void requireSafeRole(DatabaseAddress service) throws SQLException {
    try (Connection connection = service.connect();
        Statement statement = connection.createStatement();
        ResultSet role = statement.executeQuery(ROLE)) {
      role.next();
      if (role.getInt("server_version") < MIN_SERVER_VERSION) {
        throw new UnusableDatabaseException(
            "the database %s: PostgreSQL 15 is the oldest".formatted(service));
      }
      if (role.getBoolean("sees_everything")) {
        throw new UnusableDatabaseException(
            "the role %s is a superuser or has BYPASSRLS, which row-level security does not bind: the service needs another one"
                .formatted(role.getString("rolname")));
      }
    }
  }

  private static void storeEnvironment(Connection connection, String environment)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT_DEPLOYMENT)) {
      statement.setString(1, environment);
      statement.executeUpdate();
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(INSERT_FIRST_ERA);
    }
  }

  private static void requireEnvironment(Connection connection, String environment)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(ENVIRONMENT)) {
      if (row.next() && !row.getString(1).equals(environment)) {
        throw new UnusableDatabaseException(
            "this database belongs to the environment %s, not to %s"
                .formatted(row.getString(1), environment));
      }
    }
  }

  private static void grant(Connection connection, String role) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK_GRANTS);
      String quoted = statement.enquoteIdentifier(role, true);
      for (String grant : GRANTS) {
        statement.execute(grant.formatted(quoted));
      }
    }
    connection.commit();
  }

  private static boolean queryFlag(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getBoolean(1);
    }
  }
}
