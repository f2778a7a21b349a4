package eu.callorders.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What wake-ups cost PostgreSQL alone: one connection that moves timers of rows like those of
 * enrollments and writes an event for each, a hundred to a transaction, in tables with every index
 * that the service's have, but without row-level security, locks or bodies.
 */
final class RawTimerBaseline {
  private static final String TABLES =
      """
      CREATE TABLE bare_enrollment (LIKE enrollment INCLUDING ALL);
      CREATE TABLE bare_event (LIKE event INCLUDING ALL);
      """;

  private static final String MOVE =
      """
      WITH due AS MATERIALIZED (
        SELECT id
          FROM bare_enrollment
         WHERE tenant_id = (SELECT tenant_id FROM sequence WHERE key = 'bench')
           AND status = 'active'
           AND next_action_at <= ?::timestamptz
         ORDER BY next_action_at
         LIMIT 100
      ), moved AS (
        UPDATE bare_enrollment e
           SET step = step + 1, next_action_at = next_action_at + interval '30 days',
               revision = revision + 1
          FROM due
         WHERE e.id = due.id
        RETURNING e.id, e.tenant_id)
      INSERT INTO bare_event (tenant_id, id, recorded_at, occurred_at, enrollment_id, type, envelope)
      SELECT tenant_id, uuidv7(), now(), now(), id, 'enrollment.step_started', ?
        FROM moved
      """;

  private static final String ENVELOPE = "SELECT max(envelope) FROM event WHERE type = ?";

  private final Server server;

  private RawTimerBaseline(Server server) {
    this.server = server;
  }

  static RawTimerBaseline prepare(Server server) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLES);
    }
    return new RawTimerBaseline(server);
  }

  /** How many it moves in a second until all of so many are moved. */
  double perSecond(String name, int count) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        PreparedStatement move = connection.prepareStatement(MOVE)) {
      statement.execute(
          WaitingEnrollmentSeeder.enrollments("bare_enrollment", name, count, "interval '0'"));
      statement.execute("ANALYZE bare_enrollment, bare_event");
      move.setString(1, server.sandbox().tenantTime().toString());
      move.setString(2, envelope(connection));
      long start = System.nanoTime();
      int moved = 0;
      int more = move.executeUpdate();
      while (more > 0) {
        moved += more;
        more = move.executeUpdate();
      }
      if (moved != count) {
        throw new IllegalStateException(moved + " moved instead of " + count);
      }
      return count * 1e9 / (System.nanoTime() - start);
    }
  }

  /** One that the service has written. */
  private static String envelope(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(ENVELOPE)) {
      query.setString(1, "enrollment.step_started");
      try (var row = query.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }
}
