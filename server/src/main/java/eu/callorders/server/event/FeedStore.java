package eu.callorders.server.event;

import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.http.Page;
import eu.callorders.server.recovery.FeedPlace;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the feed. No statement reads at or above the horizon, which is the oldest running
 * transaction of the newest era in the statement's snapshot: everything below it is committed or
 * rolled back.
 */
final class FeedStore {
  static final String ALL =
      withinBytes(
          """
          SELECT e.xid, e.seq, e.recorded_at, e.envelope, false AS cut
            FROM event e
           WHERE e.tenant_id = $1
             AND (e.xid, e.seq) > ($2::text::xid8, $3)
             AND e.xid <
          """
              + FeedPlace.HORIZON
              + """
               ORDER BY e.xid, e.seq
               LIMIT $4
              """);

  static final String OF_CALL_ORDER =
      ofResource("e.call_order_id = $7 AND ($8::uuid IS NULL OR e.enrollment_id = $8)");

  static final String OF_ENROLLMENT = ofResource("e.enrollment_id = $7");

  /**
   * Visits at most 2,000 events, so that the cost does not depend on how rarely the filter matches.
   * Returns the last visited event even if it does not match.
   */
  static final String SEARCH =
      withinBytes(
          """
          SELECT s.xid, s.seq, s.recorded_at,
                 CASE WHEN s.matches THEN
                   (SELECT e.envelope
                      FROM event e
                     WHERE e.tenant_id = $1 AND e.id = s.id AND e.recorded_at = s.recorded_at)
                 END AS envelope,
                 NOT s.newest AND s.place = 2000 AS cut
            FROM (SELECT e.xid, e.seq, e.id, e.recorded_at,
                         ($5::text[] IS NULL OR e.type = ANY ($5))
                           AND ($6::timestamptz IS NULL OR e.occurred_at >= $6) AS matches,
                         row_number() OVER feed AS place,
                         lead(e.seq) OVER feed IS NULL AS newest
                    FROM event e
                   WHERE e.tenant_id = $1
                     AND (e.xid, e.seq) > ($2::text::xid8, $3)
                     AND e.xid <
          """
              + FeedPlace.HORIZON
              + """
                      WINDOW feed AS (ORDER BY e.xid, e.seq)
                       ORDER BY e.xid, e.seq
                       LIMIT 2000) AS s
               WHERE s.matches OR s.newest OR s.place = 2000
               ORDER BY s.xid, s.seq
               LIMIT $4
              """);

  static final String LAST_UP_TO =
      """
      SELECT e.xid::text::bigint AS xid, e.seq
        FROM event e
       WHERE e.tenant_id = $1 AND (e.xid, e.seq) <= ($2::text::xid8, $3)
       ORDER BY e.xid DESC, e.seq DESC
       LIMIT 1
      """;

  static final String LAST_BEFORE =
      """
      SELECT e.xid::text::bigint AS xid, e.seq
        FROM event e
       WHERE e.tenant_id = $1 AND e.id < $2 AND e.recorded_at < $3
       ORDER BY e.id DESC
       LIMIT 1
      """;

  static final String BY_ID =
      """
      SELECT e.xid::text::bigint AS xid, e.seq, e.recorded_at,
             convert_to(e.envelope, 'UTF8') AS envelope, false AS cut
        FROM event e
       WHERE e.tenant_id = $1 AND e.id = $2 AND e.recorded_at = $3 AND e.recorded_at >= $4
      """;

  private static final String READ_HORIZON =
      "SELECT " + FeedPlace.HORIZON + "::text::bigint AS horizon";

  private static final String CLOCK_OFFSET = "SELECT clock_offset_ms FROM tenant WHERE id = $1";

  private FeedStore() {}

  /**
   * Restricts a statement to the rows that fill a page and at most two more; {@link FeedPage} ends
   * the page. {@code octet_length} does not read the envelope.
   */
  private static String withinBytes(String statement) {
    return """
    SELECT f.xid::text::bigint AS xid, f.seq, f.recorded_at,
           convert_to(f.envelope, 'UTF8') AS envelope, f.cut
      FROM (SELECT r.*,
                   sum(octet_length(r.envelope)) OVER (
                     ORDER BY r.xid, r.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING
                   ) AS bytes_before
              FROM (%s) AS r) AS f
     WHERE coalesce(f.bytes_before, 0) <= %d
     ORDER BY f.xid, f.seq
    """
        .formatted(statement, Page.MAX_BYTES);
  }

  /** Selects the events of the order or enrollment in a condition. */
  private static String ofResource(String condition) {
    return withinBytes(
        """
        SELECT e.xid, e.seq, e.recorded_at, e.envelope, false AS cut
          FROM event e
         WHERE e.tenant_id = $1
           AND %s
           AND (e.xid, e.seq) > ($2::text::xid8, $3)
           AND e.xid < %s
           AND ($5::text[] IS NULL OR e.type = ANY ($5))
           AND ($6::timestamptz IS NULL OR e.occurred_at >= $6)
         ORDER BY e.xid, e.seq
         LIMIT $4
        """
            .formatted(condition, FeedPlace.HORIZON));
  }

  /**
   * The matching events after a position, in feed order; with a filter by type or time only, also
   * the last visited one.
   *
   * @param limit maximum of events; their bytes are limited too
   */
  static Future<List<FeedRow>> read(
      SqlConnection connection, UUID tenantId, EventFilter filter, FeedPosition after, int limit) {
    Tuple arguments = Tuple.of(tenantId, Long.toString(after.xid()), after.seq(), (long) limit);
    if (filter.equals(EventFilter.ALL)) {
      return rows(connection, ALL, arguments);
    }
    arguments.addValue(types(filter)).addValue(RowMapper.time(filter.createdAfter()));
    if (filter.callOrderId() != null) {
      arguments.addValue(filter.callOrderId()).addValue(filter.enrollmentId());
      return rows(connection, OF_CALL_ORDER, arguments);
    }
    if (filter.enrollmentId() != null) {
      return rows(connection, OF_ENROLLMENT, arguments.addValue(filter.enrollmentId()));
    }
    return rows(connection, SEARCH, arguments);
  }

  /** The last event recorded before that instant; the start when there is none. */
  static Future<FeedPosition> lastBefore(SqlConnection connection, UUID tenantId, Instant instant) {
    UUID lowestId = new UUID(instant.toEpochMilli() << Short.SIZE, 0);
    return connection
        .preparedQuery(LAST_BEFORE)
        .execute(Tuple.of(tenantId, lowestId, RowMapper.time(instant)))
        .map(FeedStore::positionOrStart);
  }

  private static FeedPosition positionOrStart(RowSet<Row> rows) {
    return rows.size() == 0 ? FeedPosition.START : position(rows.iterator().next());
  }

  /** The last event at or before that position; the start when there is none. */
  static Future<FeedPosition> lastUpTo(
      SqlConnection connection, UUID tenantId, FeedPosition position) {
    return connection
        .preparedQuery(LAST_UP_TO)
        .execute(Tuple.of(tenantId, Long.toString(position.xid()), position.seq()))
        .map(FeedStore::positionOrStart);
  }

  /** An event recorded at or after {@code oldest}, even above the horizon. */
  static Future<Optional<FeedRow>> find(
      SqlConnection connection, UUID tenantId, UUID id, Instant oldest) {
    OffsetDateTime recordedAt = UuidV7.instantOf(id).atOffset(ZoneOffset.UTC);
    return rows(connection, BY_ID, Tuple.of(tenantId, id, recordedAt, RowMapper.time(oldest)))
        .map(rows -> rows.stream().findFirst());
  }

  /** The horizon: a later statement of the same transaction reads everything below it. */
  static Future<Long> horizon(SqlConnection connection) {
    return Statements.one(connection, READ_HORIZON, Tuple.tuple(), row -> row.getLong("horizon"));
  }

  /** How far the tenant's clock is ahead of real time, in milliseconds; it only grows. */
  static Future<Long> clockOffset(SqlConnection connection, UUID tenantId) {
    return connection
        .preparedQuery(CLOCK_OFFSET)
        .execute(Tuple.of(tenantId))
        .map(rows -> rows.size() == 0 ? 0L : rows.iterator().next().getLong(0));
  }

  private static Future<List<FeedRow>> rows(
      SqlConnection connection, String statement, Tuple arguments) {
    return connection.preparedQuery(statement).execute(arguments).map(FeedStore::rows);
  }

  private static List<FeedRow> rows(RowSet<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new FeedRow(
                    position(row),
                    RowMapper.instant(row, "recorded_at"),
                    row.getBuffer("envelope"),
                    row.getBoolean("cut")))
        .toList();
  }

  private static FeedPosition position(Row row) {
    return new FeedPosition(row.getLong("xid"), row.getLong("seq"));
  }

  private static String @Nullable [] types(EventFilter filter) {
    return filter.types() == null
        ? null
        : filter.types().stream().map(EventType::wire).toArray(String[]::new);
  }
}
