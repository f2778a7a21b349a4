package eu.callorders.bench;

import java.sql.SQLException;

/**
 * What wake-ups cost PostgreSQL alone: one connection that moves timers of rows like those of
 * enrollments and writes an event for each, a hundred to a transaction, in tables with every index
 * that the service's have, but without row-level security, locks or bodies.
 */
final class RawTimerBaseline {
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

  /** One that the service has written. */
  private static final String ENVELOPE =
      "SELECT max(envelope) FROM event WHERE type = 'enrollment.step_started'";

  private RawTimerBaseline() {}

  static void prepare(Server server) throws SQLException {
    server.execute(
        "CREATE TABLE bare_enrollment (LIKE enrollment INCLUDING ALL)",
        "CREATE TABLE bare_event (LIKE event INCLUDING ALL)");
  }

  /** How many it moves in a second until all of so many are moved. */
  static double perSecond(Server server, String name, int count) throws Exception {
    try (SqlSession session = server.connect()) {
      session.execute(
          WaitingEnrollmentSeeder.enrollments("bare_enrollment", name, count, "interval '0'"));
      session.execute("ANALYZE bare_enrollment, bare_event");
      String now = server.sandbox().tenantTime().toString();
      String envelope = session.texts(ENVELOPE).getFirst();
      long start = System.nanoTime();
      int moved = 0;
      int more = session.execute(MOVE, now, envelope);
      while (more > 0) {
        moved += more;
        more = session.execute(MOVE, now, envelope);
      }
      if (moved != count) {
        throw new IllegalStateException(moved + " moved instead of " + count);
      }
      return count * 1e9 / (System.nanoTime() - start);
    }
  }
}
