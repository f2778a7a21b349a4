package eu.callorders.server.webhook.delivery;

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
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Queries the deliveries of a list, newest first. */
public final class DeliveryQuery {
  private static final String MATCHES =
      """
      ($5::uuid IS NULL OR endpoint_id = $5)
        AND ($6::text IS NULL OR event_type = $6)
        AND ($7::text IS NULL OR status = $7)\
      """;

  private static final String CREATED = "AND created_at >= $8";

  private static final String NEWEST = statement("webhook_delivery", CREATED);

  private static final String OF_ENDPOINT =
      statement("webhook_delivery", CREATED + " AND endpoint_id = $5");

  /** Undelivered and waiting deliveries are few among many, so each has its own index or table. */
  private static final String UNDELIVERED =
      statement("webhook_delivery", CREATED + " AND undelivered");

  private static final String WAITING =
      statement(
          """
          (SELECT q.tenant_id, q.created_at, q.delivery_id AS id, d.endpoint_id, d.replay_id,
                          d.event_id, d.event_recorded_at, d.event_type, d.status, d.attempts,
                          d.next_attempt_at, d.envelope
                     FROM webhook_delivery_queue q
                     LEFT JOIN webhook_delivery d
                       ON (d.tenant_id, d.created_at, d.id)
                            = (q.tenant_id, q.created_at, q.delivery_id)) AS waiting\
          """,
          CREATED);

  /** An event has few deliveries, so they are selected first. */
  private static final String OF_EVENT =
      statement(
          """
          (SELECT *
                     FROM webhook_delivery
                    WHERE tenant_id = $1 AND event_id = $9
                   OFFSET 0) AS of_event\
          """,
          CREATED);

  private DeliveryQuery() {}

  /**
   * Null members match everything.
   *
   * @param createdAfter inclusive
   * @param createdBefore exclusive
   */
  public record Filter(
      @Nullable UUID endpointId,
      @Nullable UUID eventId,
      @Nullable String eventType,
      @Nullable DeliveryStatus status,
      Instant createdAfter,
      @Nullable Instant createdBefore) {

    /**
     * The filter of a request; empty when a malformed identifier matches nothing.
     *
     * @param oldest the least {@code createdAfter}
     */
    public static Optional<Filter> of(ApiRequest request, Instant oldest) {
      if (request.hasMalformedId(IdKind.WEBHOOK_ENDPOINT, "endpoint_id")
          || request.hasMalformedId(IdKind.EVENT, "event_id")) {
        return Optional.empty();
      }
      return Optional.of(
          new Filter(
              request.queryId(IdKind.WEBHOOK_ENDPOINT, "endpoint_id").orElse(null),
              request.queryId(IdKind.EVENT, "event_id").orElse(null),
              request.query().get("event_type"),
              request.queryParameter("status").map(DeliveryStatus::of).orElse(null),
              request.queryInstant("created_after").filter(oldest::isBefore).orElse(oldest),
              request.queryInstant("created_before").orElse(null)));
    }
  }

  /** The next deliveries after a position; null starts at the newest. */
  public static Future<ListRows<Delivery>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    Tuple parameters =
        ListStatement.parameters(tenantId, after, filter.createdBefore(), limit)
            .addValue(filter.endpointId())
            .addValue(filter.eventType())
            .addValue(filter.status() == null ? null : filter.status().wire())
            .addValue(RowMapper.time(filter.createdAfter()));
    if (filter.eventId() != null) {
      parameters.addValue(filter.eventId());
    }
    return connection
        .preparedQuery(statement(filter))
        .execute(parameters)
        .map(rows -> ListStatement.read(rows, DeliveryStore::read));
  }

  private static String statement(Filter filter) {
    if (filter.eventId() != null) {
      return OF_EVENT;
    }
    return switch (filter.status()) {
      case PENDING, RETRYING -> WAITING;
      case FAILED, SKIPPED -> UNDELIVERED;
      case SUCCEEDED -> filter.endpointId() == null ? NEWEST : OF_ENDPOINT;
      case null -> filter.endpointId() == null ? NEWEST : OF_ENDPOINT;
    };
  }

  private static String statement(String table, String range) {
    return ListStatement.of(DeliveryStore.COLUMNS, table, range, MATCHES);
  }
}
