package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;

/** What was told about an order: an event, and below it who was told of it. */
sealed interface TraceLine {
  String eventId();

  /** Something happened. */
  record Happened(JsonNode event) implements TraceLine {
    @Override
    public String eventId() {
      return Members.text(event, "id");
    }
  }

  /** Somebody was told, or will be. */
  record Told(OrderDelivery delivery) implements TraceLine {
    @Override
    public String eventId() {
      return delivery.eventId();
    }
  }
}
