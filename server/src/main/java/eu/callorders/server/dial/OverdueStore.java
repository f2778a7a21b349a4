package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.server.database.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds attempts that have been silent for too long. */
final class OverdueStore {
  /**
   * The lease is only this worker's own reminder to ask again: nothing that a client can see
   * changes, so the person's lock is not needed.
   */
  private static final String CLAIM_SILENT =
      """
      UPDATE call_attempt
         SET check_at = now() + interval '10 seconds'
       WHERE id IN (
             SELECT id
               FROM call_attempt
              WHERE check_at <= now()
              ORDER BY check_at
              LIMIT $1
                FOR UPDATE SKIP LOCKED)
      RETURNING id, order_id, gateway_ref, status, not_after
      """;

  private static final String UNREPORTED =
      """
      SELECT overdue.id
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT a.id
               FROM call_attempt a
              WHERE a.tenant_id = t.id
                AND a.report_due_at <= clock_timestamp()
                                       + t.clock_offset_ms * interval '1 millisecond'
              ORDER BY a.report_due_at
              LIMIT $1) AS overdue
      """;

  /**
   * An attempt whose end has not been told in time.
   *
   * @param notAfter real time: when the gateway could have begun to dial at the latest
   */
  record Silent(
      UUID id, UUID orderId, @Nullable String gatewayRef, AttemptStatus status, Instant notAfter) {}

  /** Claims attempts to ask about; each comes again after ten seconds while it stays silent. */
  Future<List<Silent>> claimSilent(SqlConnection connection, int most) {
    return connection
        .preparedQuery(CLAIM_SILENT)
        .execute(Tuple.of(most))
        .map(
            rows ->
                rows.stream()
                    .map(
                        row ->
                            new Silent(
                                row.getUUID("id"),
                                row.getUUID("order_id"),
                                row.getString("gateway_ref"),
                                AttemptStatus.of(row.getString("status")),
                                Rows.instant(row, "not_after")))
                    .toList());
  }

  /** Attempts whose conversation has gone unreported for too long, on their tenant's clock. */
  Future<List<UUID>> unreported(SqlConnection connection, int most) {
    return connection
        .preparedQuery(UNREPORTED)
        .execute(Tuple.of(most))
        .map(rows -> rows.stream().map(row -> row.getUUID(0)).toList());
  }
}
