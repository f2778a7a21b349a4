package eu.callorders.server.enrollment;

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

/** Finds the enrollments of a listing, newest first. */
final class EnrollmentList {
  private static final String SELECT =
      """
      SELECT id
        FROM enrollment
       WHERE tenant_id = $1
         AND (created_at, id) < ($2, $3)
         AND ($4::text IS NULL OR status = $4)
         AND ($5::uuid IS NULL OR sequence_id = $5)
         AND ($6::text IS NULL OR sequence_key = $6)
      """;

  private static final String ORDER =
      """
       ORDER BY created_at DESC, id DESC
       LIMIT $9
      """;

  private static final String NEWEST =
      SELECT + "   AND created_at >= $7 AND created_at < $8\n" + ORDER;

  private static final String OF_SUBJECT =
      SELECT
          + """
             AND subject_reference = $10
             AND ($7::timestamptz IS NULL OR created_at >= $7)
             AND ($8::timestamptz IS NULL OR created_at < $8)
          """
          + ORDER;

  /** The bound of NEWEST without one: its index does not serve {@code $7 IS NULL OR}. */
  private static final Instant EARLIEST = Instant.EPOCH;

  private static final Position BEGINNING =
      new Position(Instant.parse("9999-12-31T00:00:00Z"), new UUID(-1, -1));

  private EnrollmentList() {}

  /** What to leave out; null: nothing. */
  record Filter(
      @Nullable String status,
      @Nullable UUID sequenceId,
      @Nullable String sequenceKey,
      @Nullable String subjectReference,
      @Nullable Instant createdAfter,
      @Nullable Instant createdBefore) {}

  /** The next enrollments after a position; null: from the newest on. */
  static Future<List<UUID>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int most) {
    Tuple parameters = parameters(tenantId, filter, after, most);
    return connection
        .preparedQuery(statement(filter))
        .execute(parameters)
        .map(rows -> rows.stream().map(row -> row.getUUID(0)).toList());
  }

  static Tuple parameters(UUID tenantId, Filter filter, @Nullable Position after, int most) {
    Position start = after == null ? BEGINNING : after;
    Tuple parameters =
        Tuple.of(tenantId, Rows.time(start.at()), start.id(), filter.status())
            .addValue(filter.sequenceId())
            .addValue(filter.sequenceKey())
            .addValue(Rows.time(Objects.requireNonNullElse(filter.createdAfter(), EARLIEST)))
            .addValue(Rows.time(Objects.requireNonNullElse(filter.createdBefore(), BEGINNING.at())))
            .addValue(most);
    return filter.subjectReference() == null
        ? parameters
        : parameters.addValue(filter.subjectReference());
  }

  static String statement(Filter filter) {
    return filter.subjectReference() == null ? NEWEST : OF_SUBJECT;
  }
}
