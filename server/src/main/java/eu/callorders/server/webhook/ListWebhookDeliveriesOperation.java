package eu.callorders.server.webhook;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.webhook.delivery.Delivery;
import eu.callorders.server.webhook.delivery.DeliveryQuery;
import eu.callorders.server.webhook.delivery.DeliveryRetention;
import eu.callorders.server.webhook.delivery.DeliveryStatus;
import eu.callorders.server.webhook.delivery.DeliveryView;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** {@code GET /v1/webhook-deliveries}: the tenant's deliveries, newest first. */
public final class ListWebhookDeliveriesOperation implements Operation {
  private final Database database;
  private final Cursors cursors;
  private final InstantSource realTime;

  public ListWebhookDeliveriesOperation(
      Database database, Cursors cursors, InstantSource realTime) {
    this.database = database;
    this.cursors = cursors;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "listWebhookDeliveries";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    Position after = cursors.after(request).orElse(null);
    UUID tenantId = request.caller().tenantId();
    return filter(request)
        .map(
            filter ->
                database.asTenant(
                    tenantId,
                    connection ->
                        DeliveryQuery.find(
                            connection, tenantId, filter, after, request.limit() + 1)))
        .orElseGet(() -> Future.succeededFuture(ListRows.empty()))
        .map(
            found ->
                found.toPage(
                    request, cursors, DeliveryView::of, ListWebhookDeliveriesOperation::position));
  }

  /** Empty when an identifier in the request is malformed, so that nothing can match. */
  private Optional<DeliveryQuery.Filter> filter(ApiRequest request) {
    Optional<UUID> endpoint =
        request.queryParameter("endpoint_id").flatMap(IdKind.WEBHOOK_ENDPOINT::parse);
    Optional<UUID> event = request.queryParameter("event_id").flatMap(IdKind.EVENT::parse);
    if ((endpoint.isEmpty() && request.queryParameter("endpoint_id").isPresent())
        || (event.isEmpty() && request.queryParameter("event_id").isPresent())) {
      return Optional.empty();
    }
    Instant oldest = DeliveryRetention.oldest(realTime.instant());
    return Optional.of(
        new DeliveryQuery.Filter(
            endpoint.orElse(null),
            event.orElse(null),
            request.queryParameter("event_type").orElse(null),
            request.queryParameter("status").map(DeliveryStatus::of).orElse(null),
            instant(request, "created_after").filter(oldest::isBefore).orElse(oldest),
            instant(request, "created_before").orElse(null)));
  }

  private static Optional<Instant> instant(ApiRequest request, String name) {
    return request.queryParameter(name).map(Timestamps::parse);
  }

  private static Position position(Delivery delivery) {
    return new Position(delivery.createdAt(), delivery.id());
  }
}
