package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;

/** An event of an order or a delivery of one. */
sealed interface TraceEntry {
  String eventId();

  record EventEntry(JsonNode event) implements TraceEntry {
    @Override
    public String eventId() {
      return JsonValues.text(event, "id");
    }
  }

  record DeliveryEntry(OrderDelivery delivery) implements TraceEntry {
    @Override
    public String eventId() {
      return delivery.eventId();
    }
  }
}
