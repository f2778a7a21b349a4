package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;

/** What was told about an order: an event, and below it who was told of it. */
sealed interface TraceEntry {
  String eventId();

  /** Something happened. */
  record EventEntry(JsonNode event) implements TraceEntry {
    @Override
    public String eventId() {
      return JsonValues.text(event, "id");
    }
  }

  /** Somebody was told, or will be. */
  record DeliveryEntry(OrderDelivery delivery) implements TraceEntry {
    @Override
    public String eventId() {
      return delivery.eventId();
    }
  }
}
