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
  private static final String WAITING =
      """
      AND (tenant_id, created_at, id) IN (
            SELECT q.tenant_id, q.created_at, q.delivery_id
              FROM webhook_due q
             WHERE q.tenant_id = $1)
      """;

  /** The deliveries of an event are a few for each endpoint; they are found first. */
  private static final String OF_EVENT =
      """
      (SELECT *
         FROM webhook_delivery
        WHERE tenant_id = $1 AND event_id = $2
       OFFSET 0) AS of_event
      """;

  private static final String END = "ORDER BY created_at DESC, id DESC LIMIT ";

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

  /** The next deliveries after a position; null: from the newest on. */
  static Future<List<Delivery>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int most) {
    Search search = new Search(tenantId, filter.eventId());
    search.and("created_at >= ", Rows.time(filter.createdAfter()));
    if (filter.createdBefore() != null) {
      search.and("created_at < ", Rows.time(filter.createdBefore()));
    }
    if (filter.endpointId() != null) {
      search.and("endpoint_id = ", filter.endpointId());
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
        new StringBuilder("SELECT ").append(DeliveryStore.COLUMNS).append("FROM ");
    private final Tuple arguments;

    Search(UUID tenantId, @Nullable UUID eventId) {
      arguments = Tuple.of(tenantId);
      if (eventId == null) {
        statement.append("webhook_delivery\n");
      } else {
        arguments.addValue(eventId);
        statement.append(OF_EVENT);
      }
      statement.append("WHERE tenant_id = $1\n");
    }

    void and(String condition, @Nullable Object argument) {
      arguments.addValue(argument);
      statement.append("AND ").append(condition).append('$').append(arguments.size()).append('\n');
    }

    /** Waiting deliveries are few among many, and so are those that came to nothing. */
    void in(DeliveryStatus status) {
      and("status = ", status.wire());
      switch (status) {
        case PENDING, RETRYING -> statement.append(WAITING);
        case FAILED, SKIPPED -> statement.append("AND undelivered\n");
        case SUCCEEDED -> {}
      }
    }

    void after(Position position) {
      arguments.addValue(Rows.time(position.at())).addValue(position.id());
      statement.append("AND (created_at, id) < ($").append(arguments.size() - 1);
      statement.append(", $").append(arguments.size()).append(")\n");
    }

    Future<List<Delivery>> run(SqlConnection connection, int most) {
      arguments.addValue(most);
      return connection
          .preparedQuery(statement.append(END).append('$').append(arguments.size()).toString())
          .execute(arguments)
          .map(rows -> rows.stream().map(DeliveryStore::read).toList());
    }
  }
}
