package eu.callorders.server.webhook;

import eu.callorders.server.database.Rows;
import eu.callorders.server.http.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the deliveries of a listing, newest first. */
final class DeliveryLog {
  private static final String ALL = "FROM webhook_delivery WHERE tenant_id = $1\n";

  /** Each waiting delivery from the queue on; the offset keeps this order of the two. */
  private static final String WAITING =
      """
      FROM (SELECT tenant_id AS queued_for, created_at AS queued_at, delivery_id
              FROM webhook_due) AS q
      CROSS JOIN LATERAL (
            SELECT *
              FROM webhook_delivery d
             WHERE d.tenant_id = q.queued_for
               AND d.created_at = q.queued_at
               AND d.id = q.delivery_id
            OFFSET 0) AS d
      WHERE queued_for = $1
      """;

  private DeliveryLog() {}

  /**
   * What to leave out; null: nothing.
   *
   * @param createdAfter itself included
   * @param createdBefore itself excluded
   */
  record Filter(
      @Nullable UUID endpointId,
      @Nullable UUID eventId,
      @Nullable String eventType,
      @Nullable DeliveryStatus status,
      Instant createdAfter,
      @Nullable Instant createdBefore) {}

  private static boolean isWaiting(@Nullable DeliveryStatus status) {
    return status == DeliveryStatus.PENDING || status == DeliveryStatus.RETRYING;
  }

  /** The next deliveries after a position; null: from the newest on. */
  static Future<List<Delivery>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int most) {
    Search search = new Search(tenantId, isWaiting(filter.status()));
    search.andAt(" >= ", filter.createdAfter());
    if (filter.createdBefore() != null) {
      search.andAt(" < ", filter.createdBefore());
    }
    if (filter.endpointId() != null) {
      search.and("endpoint_id = ", filter.endpointId());
    }
    if (filter.eventId() != null) {
      search.and("event_id = ", filter.eventId());
    }
    if (filter.eventType() != null) {
      search.and("event_type = ", filter.eventType());
    }
    if (filter.status() != null) {
      search.in(filter.status());
    }
    if (after != null) {
      search.after(after);
    }
    return search.run(connection, most);
  }

  /** The statement of a search as it grows: one for each set of filters, as they differ in plan. */
  private static final class Search {
    private final StringBuilder statement =
        new StringBuilder("SELECT ").append(DeliveryStore.COLUMNS);
    private final Tuple arguments;
    private final String at;
    private final String id;

    Search(UUID tenantId, boolean waiting) {
      arguments = Tuple.of(tenantId);
      statement.append(waiting ? WAITING : ALL);
      at = waiting ? "queued_at" : "created_at";
      id = waiting ? "delivery_id" : "id";
    }

    void andAt(String comparison, Instant instant) {
      and(at + comparison, Rows.time(instant));
    }

    void and(String condition, @Nullable Object argument) {
      arguments.addValue(argument);
      statement.append("AND ").append(condition).append('$').append(arguments.size()).append('\n');
    }

    /** Deliveries that came to nothing are few among many, and so have an index. */
    void in(DeliveryStatus status) {
      and("status = ", status.wire());
      switch (status) {
        case FAILED, SKIPPED -> statement.append("AND undelivered\n");
        case PENDING, RETRYING, SUCCEEDED -> {}
      }
    }

    void after(Position position) {
      arguments.addValue(Rows.time(position.at())).addValue(position.id());
      statement.append("AND (" + at + ", " + id + ") < ($").append(arguments.size() - 1);
      statement.append(", $").append(arguments.size()).append(")\n");
    }

    private String end() {
      return "ORDER BY " + at + " DESC, " + id + " DESC LIMIT $" + arguments.size();
    }

    Future<List<Delivery>> run(SqlConnection connection, int most) {
      arguments.addValue(most);
      return connection
          .preparedQuery(statement.append(end()).toString())
          .execute(arguments)
          .map(rows -> rows.stream().map(DeliveryStore::read).toList());
    }
  }
}
