package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.util.UUID;

/** The contract's representation of an order type, for replies and events. */
final class OrderTypeView {
  private OrderTypeView() {}

  static ObjectNode of(OrderTypeDetails resource) {
    OrderType type = resource.type();
    ObjectNode json = Json.object().put("key", type.key()).put("title", resource.title());
    Json.putIfPresent(json, "description", resource.description());
    json.put("status", type.status()).put("version", type.version());
    json.set("agent", type.agent());
    json.set("defaults", type.defaults());
    return json.put("created_at", Timestamps.format(resource.createdAt()))
        .put("updated_at", Timestamps.format(resource.updatedAt()));
  }

  static ObjectNode version(OrderType type) {
    ObjectNode json = Json.object().put("version", type.version());
    json.set("agent", type.agent());
    json.set("defaults", type.defaults());
    return json;
  }

  static Reply reply(int status, OrderTypeDetails resource) {
    return Reply.of(status, of(resource)).with("ETag", EntityTag.of(resource.revision()));
  }

  static NewEvent event(UUID tenantId, EventType type, OrderTypeDetails resource) {
    return new NewEvent(
        tenantId,
        type,
        resource.updatedAt(),
        RelatedResources.none().orderType(resource.type().key()),
        null,
        of(resource));
  }
}
