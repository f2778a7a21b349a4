package eu.callorders.server.testclock;

import eu.callorders.server.database.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** What a tenant's clock has to stop for. */
final class DueStore {
  private static final String NEXT_DUE =
      """
      SELECT min(due.at) AS at
        FROM (SELECT o.next_attempt_at AS at
                FROM call_order o
               WHERE o.tenant_id = $1 AND o.status = 'scheduled' AND o.next_attempt_at > $2
               UNION ALL
              SELECT a.report_due_at
                FROM call_attempt a
               WHERE a.tenant_id = $1 AND a.report_due_at > $2) AS due
      """;

  private static final String OPEN_WORK =
      """
      SELECT EXISTS (SELECT FROM call_order o
                      WHERE o.tenant_id = $1 AND o.status = 'accepted')
          OR EXISTS (SELECT FROM call_order o
                      WHERE o.tenant_id = $1 AND o.status = 'scheduled'
                        AND o.next_attempt_at <= $2)
          OR EXISTS (SELECT FROM call_attempt a
                      WHERE a.tenant_id = $1
                        AND a.status IN ('placing', 'placed', 'ringing', 'answered'))
             AS busy,
             EXISTS (SELECT FROM call_attempt a
                      WHERE a.tenant_id = $1 AND a.report_due_at IS NOT NULL) AS unreported
      """;

  /**
   * What is going on at an instant.
   *
   * @param busy something is due or running
   * @param unreported a conversation has ended and its report is awaited
   */
  record Work(boolean busy, boolean unreported) {}

  /** The first instant after {@code now} at which something falls due. */
  Future<Optional<Instant>> nextDue(SqlConnection connection, UUID tenantId, Instant now) {
    return connection
        .preparedQuery(NEXT_DUE)
        .execute(Tuple.of(tenantId, Rows.time(now)))
        .map(rows -> Optional.ofNullable(Rows.instantOrNull(rows.iterator().next(), "at")));
  }

  Future<Work> work(SqlConnection connection, UUID tenantId, Instant now) {
    return connection
        .preparedQuery(OPEN_WORK)
        .execute(Tuple.of(tenantId, Rows.time(now)))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new Work(row.getBoolean("busy"), row.getBoolean("unreported"));
            });
  }
}
