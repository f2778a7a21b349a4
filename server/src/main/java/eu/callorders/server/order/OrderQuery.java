package eu.callorders.server.order;

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

/** Queries orders for a list, newest first. */
final class OrderQuery {
  private static final String MATCHES =
      """
      ($5::text IS NULL OR status = $5)
        AND ($6::text IS NULL OR order_type = $6)
        AND ($7::uuid IS NULL OR enrollment_id = $7)\
      """;

  private static final String CREATED = "AND created_at >= $8";

  private static final String NEWEST =
      ListStatement.of("id, created_at", "call_order", CREATED, MATCHES);

  private static final String OF_SUBJECT =
      ListStatement.of(
          "id, created_at",
          "call_order",
          CREATED + " AND subject_reference = $9",
          MATCHES + " AND ($10::text IS NULL OR client_reference = $10)");

  private static final String OF_CLIENT_REFERENCE =
      ListStatement.of(
          "id, created_at", "call_order", CREATED + " AND client_reference = $9", MATCHES);

  /** Selects the few orders of an enrollment first, at most one per step. */
  private static final String OF_ENROLLMENT =
      ListStatement.of(
          "id, created_at",
          "(SELECT * FROM call_order WHERE enrollment_id = $7 OFFSET 0) AS of_enrollment",
          CREATED,
          MATCHES
              + " AND ($9::text IS NULL OR subject_reference = $9)"
              + " AND ($10::text IS NULL OR client_reference = $10)");

  /** Default lower bound: an index does not serve {@code $8 IS NULL OR}. */
  private static final Instant EARLIEST = Instant.EPOCH;

  private OrderQuery() {}

  /** List filter; null matches everything. */
  record Filter(
      @Nullable String status,
      @Nullable String orderType,
      @Nullable String clientReference,
      @Nullable String subjectReference,
      @Nullable UUID enrollmentId,
      @Nullable Instant createdAfter,
      @Nullable Instant createdBefore) {

    /** The filter of a request; empty when a malformed identifier matches nothing. */
    static Optional<Filter> of(ApiRequest request) {
      if (request.hasMalformedId(IdKind.ENROLLMENT, "enrollment_id")) {
        return Optional.empty();
      }
      return Optional.of(
          new Filter(
              request.query().get("status"),
              request.query().get("order_type"),
              request.query().get("client_reference"),
              request.query().get("subject_reference"),
              request.queryId(IdKind.ENROLLMENT, "enrollment_id").orElse(null),
              request.queryInstant("created_after").orElse(null),
              request.queryInstant("created_before").orElse(null)));
    }
  }

  /** The next orders after a position; null starts at the newest. */
  static Future<ListRows<Position>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    Tuple parameters = parameters(tenantId, filter, after, limit);
    return connection
        .preparedQuery(statement(filter, parameters))
        .execute(parameters)
        .map(ListStatement::positions);
  }

  static Tuple parameters(UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    return ListStatement.parameters(tenantId, after, filter.createdBefore(), limit)
        .addValue(filter.status())
        .addValue(filter.orderType())
        .addValue(filter.enrollmentId())
        .addValue(RowMapper.time(Objects.requireNonNullElse(filter.createdAfter(), EARLIEST)));
  }

  /** The statement for a filter; appends its last parameters. */
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
