package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;

/** The contract's representation of a delivery. */
public final class DeliveryView {
  private DeliveryView() {}

  public static ObjectNode of(Delivery delivery) {
    ObjectNode json =
        Json.object()
            .put("id", IdKind.WEBHOOK_DELIVERY.format(delivery.id()))
            .put("event_id", IdKind.EVENT.format(delivery.eventId()))
            .put("event_type", delivery.eventType())
            .put("endpoint_id", IdKind.WEBHOOK_ENDPOINT.format(delivery.endpointId()))
            .put("status", delivery.status().wire());
    json.set("attempts", DeliveryAttempt.toJson(delivery.attempts()));
    Timestamps.putIfPresent(json, "next_attempt_at", delivery.nextAttemptAt());
    return json.put("created_at", Timestamps.format(delivery.createdAt()));
  }
}
