package eu.callorders.server.order;

import eu.callorders.server.database.Rows;
import eu.callorders.server.http.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the orders of a listing, newest first. */
final class OrderList {
  /** For any filter that leaves many orders. */
  private static final String NEWEST =
      """
      SELECT id
        FROM call_order
       WHERE tenant_id = $1
         AND (created_at, id) < ($2, $3)
         AND ($4::text IS NULL OR status = $4)
         AND ($5::text IS NULL OR order_type = $5)
         AND ($6::uuid IS NULL OR enrollment_id = $6)
         AND created_at >= $7
         AND created_at < $8
       ORDER BY created_at DESC, id DESC
       LIMIT $9
      """;

  private static final String OF_SUBJECT =
      """
      SELECT id
        FROM call_order
       WHERE tenant_id = $1
         AND (created_at, id) < ($2, $3)
         AND ($4::text IS NULL OR status = $4)
         AND ($5::text IS NULL OR order_type = $5)
         AND ($6::uuid IS NULL OR enrollment_id = $6)
         AND ($7::timestamptz IS NULL OR created_at >= $7)
         AND ($8::timestamptz IS NULL OR created_at < $8)
         AND subject_reference = $10
         AND ($11::text IS NULL OR client_reference = $11)
       ORDER BY created_at DESC, id DESC
       LIMIT $9
      """;

  private static final String OF_CLIENT_REFERENCE =
      """
      SELECT id
        FROM call_order
       WHERE tenant_id = $1
         AND (created_at, id) < ($2, $3)
         AND ($4::text IS NULL OR status = $4)
         AND ($5::text IS NULL OR order_type = $5)
         AND ($6::uuid IS NULL OR enrollment_id = $6)
         AND ($7::timestamptz IS NULL OR created_at >= $7)
         AND ($8::timestamptz IS NULL OR created_at < $8)
         AND client_reference = $10
       ORDER BY created_at DESC, id DESC
       LIMIT $9
      """;

  /** The orders of an enrollment are no more than its sequence has steps; they are found first. */
  private static final String OF_ENROLLMENT =
      """
      WITH ordered AS MATERIALIZED (
        SELECT * FROM call_order WHERE enrollment_id = $6)
      SELECT id
        FROM ordered
       WHERE tenant_id = $1
         AND (created_at, id) < ($2, $3)
         AND ($4::text IS NULL OR status = $4)
         AND ($5::text IS NULL OR order_type = $5)
         AND ($7::timestamptz IS NULL OR created_at >= $7)
         AND ($8::timestamptz IS NULL OR created_at < $8)
         AND ($10::text IS NULL OR subject_reference = $10)
         AND ($11::text IS NULL OR client_reference = $11)
       ORDER BY created_at DESC, id DESC
       LIMIT $9
      """;

  /**
   * Without a bound NEWEST has one that leaves out nothing, as its index does not serve {@code $7
   * IS NULL OR}. The other statements have no use for bounds in an index.
   */
  private static final Instant EARLIEST = Instant.EPOCH;

  private static final Position BEGINNING =
      new Position(Instant.parse("9999-12-31T00:00:00Z"), new UUID(-1, -1));

  private OrderList() {}

  /** What to leave out; null: nothing. */
  record Filter(
      @Nullable String status,
      @Nullable String orderType,
      @Nullable String clientReference,
      @Nullable String subjectReference,
      @Nullable UUID enrollmentId,
      @Nullable Instant createdAfter,
      @Nullable Instant createdBefore) {}

  /** The next orders after a position; null: from the newest on. */
  static Future<List<UUID>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int most) {
    Tuple parameters = parameters(tenantId, filter, after, most);
    return connection
        .preparedQuery(statement(filter, parameters))
        .execute(parameters)
        .map(rows -> rows.stream().map(row -> row.getUUID(0)).toList());
  }

  static Tuple parameters(UUID tenantId, Filter filter, @Nullable Position after, int most) {
    Position start = after == null ? BEGINNING : after;
    return Tuple.of(
            tenantId, Rows.time(start.at()), start.id(), filter.status(), filter.orderType())
        .addValue(filter.enrollmentId())
        .addValue(Rows.time(Objects.requireNonNullElse(filter.createdAfter(), EARLIEST)))
        .addValue(Rows.time(Objects.requireNonNullElse(filter.createdBefore(), BEGINNING.at())))
        .addValue(most);
  }

  /** The statement for a filter; adds its last parameters. */
  static String statement(Filter filter, Tuple parameters) {
    if (filter.enrollmentId() != null) {
      parameters.addValue(filter.subjectReference());
      parameters.addValue(filter.clientReference());
      return OF_ENROLLMENT;
    }
    if (filter.subjectReference() != null) {
      parameters.addValue(filter.subjectReference());
      parameters.addValue(filter.clientReference());
      return OF_SUBJECT;
    }
    if (filter.clientReference() != null) {
      parameters.addValue(filter.clientReference());
      return OF_CLIENT_REFERENCE;
    }
    return NEWEST;
  }
}
