package eu.callorders.server.enrollment;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.list.ListStatement;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Queries enrollments for a list, newest first. */
final class EnrollmentQuery {
  private static final String MATCHES =
      """
      ($5::text IS NULL OR status = $5)
        AND ($6::uuid IS NULL OR sequence_id = $6)
        AND ($7::text IS NULL OR sequence_key = $7)\
      """;

  private static final String CREATED = "AND created_at >= $8";

  private static final String NEWEST =
      ListStatement.of("id, created_at", "enrollment", CREATED, MATCHES);

  private static final String OF_SUBJECT =
      ListStatement.of(
          "id, created_at", "enrollment", CREATED + " AND subject_reference = $9", MATCHES);

  /** Default lower bound: an index does not serve {@code $8 IS NULL OR}. */
  private static final Instant EARLIEST = Instant.EPOCH;

  private EnrollmentQuery() {}

  /** List filter; null matches everything. */
  record Filter(
      @Nullable String status,
      @Nullable UUID sequenceId,
      @Nullable String sequenceKey,
      @Nullable String subjectReference,
      @Nullable Instant createdAfter,
      @Nullable Instant createdBefore) {

    /** The filter of a request; empty when a malformed identifier matches nothing. */
    static Optional<Filter> of(ApiRequest request) {
      if (request.hasMalformedId(IdKind.SEQUENCE, "sequence_id")) {
        return Optional.empty();
      }
      return Optional.of(
          new Filter(
              request.query().get("status"),
              request.queryId(IdKind.SEQUENCE, "sequence_id").orElse(null),
              request.query().get("sequence_key"),
              request.query().get("subject_reference"),
              request.queryInstant("created_after").orElse(null),
              request.queryInstant("created_before").orElse(null)));
    }
  }

  /** The next enrollments after a position; null starts at the newest. */
  static Future<ListRows<Position>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    Tuple parameters = parameters(tenantId, filter, after, limit);
    return connection
        .preparedQuery(statement(filter))
        .execute(parameters)
        .map(ListStatement::positions);
  }

  static Tuple parameters(UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    Tuple parameters =
        ListStatement.parameters(tenantId, after, filter.createdBefore(), limit)
            .addValue(filter.status())
            .addValue(filter.sequenceId())
            .addValue(filter.sequenceKey())
            .addValue(RowMapper.time(Objects.requireNonNullElse(filter.createdAfter(), EARLIEST)));
    return filter.subjectReference() == null
        ? parameters
        : parameters.addValue(filter.subjectReference());
  }

  static String statement(Filter filter) {
    return filter.subjectReference() == null ? NEWEST : OF_SUBJECT;
  }
}
