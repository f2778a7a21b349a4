package eu.callorders.server.enrollment;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.SubjectClaims;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Queue of due enrollments. Claims them for the transaction by trying their subjects' locks, with
 * tenants in turn, as for orders.
 */
final class EnrollmentQueue {
  static final String DUE =
      """
      WITH enabled AS MATERIALIZED (
        SELECT t.id AS tenant_id, now() + t.clock_offset_ms * interval '1 millisecond' AS now
          FROM tenant t
         WHERE t.sequences_enabled AND NOT t.disabled)
      SELECT due.id, c.tenant_id, due.subject_reference
        FROM enabled c
       CROSS JOIN LATERAL (
             SELECT e.id, e.subject_reference, e.next_action_at,
                    row_number() OVER (ORDER BY e.next_action_at) AS place
               FROM enrollment e
              WHERE e.tenant_id = c.tenant_id
                AND e.status = 'active'
                AND e.next_action_at <= c.now
                AND e.id <> ALL ($2::uuid[])
              ORDER BY e.next_action_at
              LIMIT $1) AS due
       ORDER BY due.place, due.next_action_at
       LIMIT $1
      """;

  static final String NEXT_DUE =
      """
      WITH enabled AS MATERIALIZED (
        SELECT t.id AS tenant_id, now() + t.clock_offset_ms * interval '1 millisecond' AS now
          FROM tenant t
         WHERE t.sequences_enabled AND NOT t.disabled)
      SELECT extract(epoch FROM min(next.at - c.now))::float8
        FROM enabled c
       CROSS JOIN LATERAL (
             SELECT e.next_action_at AS at
               FROM enrollment e
              WHERE e.tenant_id = c.tenant_id
                AND e.status = 'active'
                AND e.next_action_at > c.now
              ORDER BY e.next_action_at
              LIMIT 1) AS next
      """;

  static final String ORDER_ENDED =
      """
      SELECT waiting.id, t.id AS tenant_id, waiting.subject_reference
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT e.id, e.subject_reference, row_number() OVER () AS place
               FROM enrollment e
              WHERE e.tenant_id = t.id
                AND e.order_ended
                AND e.id <> ALL ($2::uuid[])
              LIMIT $1) AS waiting
       ORDER BY waiting.place
       LIMIT $1
      """;

  private static final String OWNER =
      """
      SELECT id, tenant_id, subject_reference FROM enrollment WHERE id = $1
      """;

  private EnrollmentQueue() {}

  /** Processes claimed enrollments in batches. */
  static BatchWorker batches(Database database) {
    return new BatchWorker(
        database,
        "enrollment",
        (connection, id) ->
            !BoundedWait.await(SubjectClaims.claim(connection, OWNER, Tuple.of(id))).isEmpty());
  }

  /** Active enrollments that are due, of tenants with sequences enabled. */
  static Future<List<UUID>> due(SqlConnection connection, int limit, UUID[] excluded) {
    return SubjectClaims.claim(
        connection, DUE, Tuple.tuple().addInteger(limit).addArrayOfUUID(excluded));
  }

  /** Enrollments whose order has ended, of all tenants: exits apply even without the feature. */
  static Future<List<UUID>> orderEnded(SqlConnection connection, int limit, UUID[] excluded) {
    return SubjectClaims.claim(
        connection, ORDER_ENDED, Tuple.tuple().addInteger(limit).addArrayOfUUID(excluded));
  }

  /** Time until the next enrollment is due; empty if none is waiting. */
  static Future<Optional<Duration>> untilNextDue(SqlConnection connection) {
    return SubjectClaims.untilNext(connection, NEXT_DUE, Tuple.tuple());
  }
}
