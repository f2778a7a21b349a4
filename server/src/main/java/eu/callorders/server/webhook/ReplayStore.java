package eu.callorders.server.webhook;

import eu.callorders.server.database.Rows;
import eu.callorders.server.recovery.FeedPlace;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Replays that were asked for. */
final class ReplayStore {
  /**
   * Whether an event {@code e} is part of a range: {@code $1} tenant, {@code $4} and {@code $5}
   * instants, {@code $6} types, {@code $7} only failed, {@code $8} endpoint.
   */
  static final String MATCHES =
      """
         (($4::timestamptz IS NULL OR e.occurred_at >= $4)
          AND ($5::timestamptz IS NULL OR e.occurred_at < $5)
          AND ($6::text[] IS NULL OR e.type = ANY ($6))
          AND (NOT $7::boolean
               OR (EXISTS (SELECT FROM webhook_delivery d
                            WHERE d.tenant_id = $1
                              AND d.endpoint_id = $8
                              AND d.event_id = e.id
                              AND d.undelivered)
                   AND NOT EXISTS (SELECT FROM webhook_delivery d
                                    WHERE d.tenant_id = $1
                                      AND d.endpoint_id = $8
                                      AND d.event_id = e.id
                                      AND NOT d.undelivered))))
      """;

  private static final String COUNT =
      """
      SELECT count(*) AS events,
             (SELECT
      """
          + FeedPlace.HORIZON
          + """
             )::text AS end_xid
        FROM event e
       WHERE e.tenant_id = $1
         AND (e.xid, e.seq) > ($2::text::xid8, $3)
         AND e.xid <
      """
          + FeedPlace.HORIZON
          + """
         AND
      """
          + MATCHES;

  private static final String INSERT =
      """
      INSERT INTO webhook_replay
        (id, tenant_id, endpoint_id, cursor_xid, cursor_seq, end_xid, occurred_from,
         occurred_until, event_types, only_failed, state, events, created_at)
      VALUES ($1, $2, $3, $4::text::xid8, $5, $6::text::xid8, $7, $8, $9, $10, 'running', $11, $12)
      """;

  private static final String CANCEL =
      """
      UPDATE webhook_replay SET state = 'canceled', ended_at = $3
       WHERE tenant_id = $1 AND endpoint_id = $2 AND state = 'running'
      """;

  /**
   * How much a range holds.
   *
   * @param endXid transactions from this one on are not part of it: the horizon of the feed
   */
  record Extent(long events, String endXid) {}

  /** Counts what the feed shows of a range now. */
  Future<Extent> measure(SqlConnection connection, Endpoint endpoint, ReplayRange range) {
    return connection
        .preparedQuery(COUNT)
        .execute(
            Tuple.of(
                    endpoint.tenantId(),
                    Long.toString(range.after().xid()),
                    range.after().seq(),
                    Rows.time(range.from()),
                    Rows.time(range.until()),
                    types(range))
                .addValue(range.onlyFailed())
                .addValue(endpoint.id()))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new Extent(row.getLong("events"), row.getString("end_xid"));
            });
  }

  /** Has a range sent. */
  Future<Void> insert(
      SqlConnection connection,
      UUID id,
      Endpoint endpoint,
      ReplayRange range,
      Extent extent,
      Instant now) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(id, endpoint.tenantId(), endpoint.id())
                .addValue(Long.toString(range.after().xid()))
                .addValue(range.after().seq())
                .addValue(extent.endXid())
                .addValue(Rows.time(range.from()))
                .addValue(Rows.time(range.until()))
                .addValue(types(range))
                .addValue(range.onlyFailed())
                .addValue(extent.events())
                .addValue(Rows.time(now)))
        .map(result -> Rows.changed(result, 1));
  }

  /** Ends the replays of an endpoint. */
  Future<Void> cancel(SqlConnection connection, Endpoint endpoint, Instant now) {
    return connection
        .preparedQuery(CANCEL)
        .execute(Tuple.of(endpoint.tenantId(), endpoint.id(), Rows.time(now)))
        .mapEmpty();
  }

  private static String @Nullable [] types(ReplayRange range) {
    List<String> types = range.types();
    return types == null ? null : types.toArray(String[]::new);
  }
}
