package eu.callorders.server.promise;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.SubjectClaims;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * Queue of open promises whose days of grace have passed, with tenants in turn. It is empty while a
 * restored database may lack payments.
 */
public final class PromiseQueue {
  static final String DUE =
      """
      WITH clock AS MATERIALIZED (
        SELECT t.id AS tenant_id, now() + t.clock_offset_ms * interval '1 millisecond' AS now
          FROM tenant t
         WHERE {not_restored})
      SELECT due.id, c.tenant_id, due.subject_reference
        FROM clock c
       CROSS JOIN LATERAL (
             SELECT p.id, p.subject_reference, p.breaks_at,
                    row_number() OVER (ORDER BY p.breaks_at) AS place
               FROM promise p
              WHERE p.tenant_id = c.tenant_id
                AND p.ended_at IS NULL
                AND p.breaks_at <= c.now
                AND p.id <> ALL ($2::uuid[])
              ORDER BY p.breaks_at
              LIMIT $1) AS due
       ORDER BY due.place, due.breaks_at
       LIMIT $1
      """
          .replace("{not_restored}", RecoveryHalt.NOT_IN_FORCE.strip());

  private static final String OWNER =
      """
      SELECT id, tenant_id, subject_reference FROM promise WHERE id = $1
      """;

  private PromiseQueue() {}

  /** Processes claimed promises in batches. */
  public static BatchWorker batches(Database database) {
    return new BatchWorker(
        database,
        "promise",
        (connection, id) ->
            !BoundedWait.await(SubjectClaims.claim(connection, OWNER, Tuple.of(id))).isEmpty());
  }

  /** Claims overdue promises by their subjects' locks. */
  public static Future<List<UUID>> due(SqlConnection connection, int limit, UUID[] excluded) {
    return SubjectClaims.claim(
        connection, DUE, Tuple.tuple().addInteger(limit).addArrayOfUUID(excluded));
  }
}
