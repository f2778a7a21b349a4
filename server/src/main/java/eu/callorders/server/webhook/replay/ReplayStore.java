package eu.callorders.server.webhook.replay;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.recovery.FeedPlace;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EventTypeNames;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Requested replays. */
public final class ReplayStore {
  /**
   * Whether an event {@code e} is in a range: {@code $1} tenant, {@code $4} and {@code $5}
   * instants, {@code $6} types, {@code $7} only failed, {@code $8} endpoint.
   */
  static final String MATCHES =
      """
         (($4::timestamptz IS NULL OR e.occurred_at >= $4)
          AND ($5::timestamptz IS NULL OR e.occurred_at < $5)
          AND ($6::text[] IS NULL OR e.type = ANY ($6))
          AND (NOT $7::boolean
               OR (EXISTS (SELECT FROM webhook_delivery d
                            WHERE d.tenant_id::text = $1::uuid::text
                              AND d.endpoint_id = $8
                              AND d.event_id = e.id
                              AND d.undelivered)
                   AND NOT EXISTS (SELECT FROM webhook_delivery d
                                    WHERE d.tenant_id = $1
                                      AND d.endpoint_id = $8
                                      AND d.event_id = e.id
                                      AND NOT d.undelivered))))
      """;

  /** Visits one event more than the limit, to detect that the range continues. */
  private static final String COUNT =
      """
      SELECT count(*) FILTER (WHERE e.place <= $9 AND
      """
          + MATCHES
          + """
                 ) AS events,
                 count(*) > $9 AS capped,
                 least(
          """
          + FeedPlace.HORIZON
          + """
                 , $10::text::xid8)::text AS end_xid
            FROM (SELECT v.id, v.occurred_at, v.type,
                         row_number() OVER (ORDER BY v.xid, v.seq) AS place
                    FROM (SELECT e.xid, e.seq, e.id, e.occurred_at, e.type
                            FROM event e
                           WHERE e.tenant_id = $1
                             AND (e.xid, e.seq) > ($2::text::xid8, $3)
                             AND e.xid <
          """
          + FeedPlace.HORIZON
          + """
                             AND ($10::text IS NULL OR e.xid < $10::text::xid8)
                           ORDER BY e.xid, e.seq
                           LIMIT $9 + 1) AS v) AS e
          """;

  /**
   * The first event recorded from that instant on. No transaction outlasts {@link
   * #LONGEST_TRANSACTION}, so no event that occurred that much earlier has a later position in the
   * feed.
   */
  private static final String FIRST_RECORDED =
      """
      SELECT e.xid::text AS xid
        FROM event e
       WHERE e.tenant_id = $1 AND e.id >= $2 AND e.recorded_at >= $3
       ORDER BY e.id
       LIMIT 1
      """;

  private static final String INSERT =
      """
      INSERT INTO webhook_replay
        (id, tenant_id, endpoint_id, cursor_xid, cursor_seq, end_xid, occurred_from,
         occurred_until, event_types, only_failed, state, events, created_at)
      VALUES ($1, $2, $3, $4::text::xid8, $5, $6::text::xid8, $7, $8, $9, $10, 'running', $11, $12)
      """;

  private static final long MAX_VISITED = 100_000;

  private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(10);

  /** Limited per call; {@link ReplayWorker} ends the rest. */
  private static final String CANCEL =
      """
      UPDATE webhook_replay
         SET state = 'canceled', ended_at = $3
       WHERE id IN (
             SELECT id
               FROM webhook_replay
              WHERE tenant_id = $1 AND endpoint_id = $2 AND state = 'running'
              LIMIT 1000
                FOR UPDATE)
      """;

  private static final String PURGE =
      """
      DELETE FROM webhook_replay
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM webhook_replay WHERE ended_at < $1 LIMIT $2))
      """;

  /**
   * Size of a range.
   *
   * @param events matching events among those visited
   * @param capped whether the range continues after them
   * @param endXid exclusive end: the horizon of the feed
   */
  public record Extent(long events, boolean capped, String endXid) {
    public boolean isEmpty() {
      return events == 0 && !capped;
    }
  }

  private final long maxVisited;

  public ReplayStore() {
    this(MAX_VISITED);
  }

  /**
   * @param visited maximum of events that a count visits
   */
  public ReplayStore(long visited) {
    this.maxVisited = visited;
  }

  /** Counts the events of a range that the feed shows now. */
  public Future<Extent> measure(SqlConnection connection, Endpoint endpoint, ReplayRange range) {
    return end(connection, endpoint.tenantId(), range.until())
        .compose(end -> count(connection, endpoint, range, end.orElse(null)));
  }

  /** An upper bound of the transactions whose events occurred before that instant. */
  private static Future<Optional<String>> end(
      SqlConnection connection, UUID tenantId, @Nullable Instant until) {
    if (until == null) {
      return Future.succeededFuture(Optional.empty());
    }
    // Under a test clock events occur later than they are recorded, never earlier.
    Instant recorded = until.plus(LONGEST_TRANSACTION);
    UUID lowestId = new UUID(recorded.toEpochMilli() << Short.SIZE, 0);
    return connection
        .preparedQuery(FIRST_RECORDED)
        .execute(Tuple.of(tenantId, lowestId, RowMapper.time(recorded)))
        .map(rows -> rows.stream().findFirst().map(row -> row.getString("xid")));
  }

  private Future<Extent> count(
      SqlConnection connection, Endpoint endpoint, ReplayRange range, @Nullable String end) {
    return Statements.one(
        connection,
        COUNT,
        Tuple.of(
                endpoint.tenantId(),
                Long.toString(range.after().xid()),
                range.after().seq(),
                RowMapper.time(range.from()),
                RowMapper.time(range.until()),
                types(range.types(), endpoint.eventTypes()))
            .addValue(range.onlyFailed())
            .addValue(endpoint.id())
            .addValue(maxVisited)
            .addValue(end),
        row ->
            new Extent(row.getLong("events"), row.getBoolean("capped"), row.getString("end_xid")));
  }

  /** Starts a replay. */
  public Future<Void> insert(
      SqlConnection connection,
      UUID id,
      Endpoint endpoint,
      ReplayRange range,
      Extent extent,
      Instant now) {
    return Statements.updateOne(
        connection,
        INSERT,
        Tuple.of(id, endpoint.tenantId(), endpoint.id())
            .addValue(Long.toString(range.after().xid()))
            .addValue(range.after().seq())
            .addValue(extent.endXid())
            .addValue(RowMapper.time(range.from()))
            .addValue(RowMapper.time(range.until()))
            .addValue(array(range.types()))
            .addValue(range.onlyFailed())
            .addValue(extent.events())
            .addValue(RowMapper.time(now)));
  }

  /** Cancels the replays of an endpoint. */
  public Future<Void> cancel(SqlConnection connection, Endpoint endpoint, Instant now) {
    return Statements.execute(
        connection, CANCEL, Tuple.of(endpoint.tenantId(), endpoint.id(), RowMapper.time(now)));
  }

  /** Deletes at most {@code limit} replays ended before that instant; returns how many. */
  public static Future<Integer> purge(SqlConnection connection, Instant before, int limit) {
    return Statements.update(connection, PURGE, Tuple.of(RowMapper.time(before), limit));
  }

  /**
   * The exact types of a replay; null for all.
   *
   * @param named null for those that the endpoint subscribes to
   * @param subscribed filters of the endpoint; null for all
   */
  static String @Nullable [] types(
      @Nullable List<String> named, @Nullable List<String> subscribed) {
    return array(named == null ? EventTypeNames.resolve(subscribed) : named);
  }

  private static String @Nullable [] array(@Nullable List<String> types) {
    return types == null ? null : types.toArray(String[]::new);
  }
}
