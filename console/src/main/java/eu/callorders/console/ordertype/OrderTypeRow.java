package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;

/** A row of the order type table. */
record OrderTypeRow(
    String key, String title, String status, int version, String createdAt, String updatedAt) {
  static final List<String> STATUSES = List.of("draft", "active", "archived");

  /** Timestamps have one format, so text order is time order. */
  static final Comparator<OrderTypeRow> BY_UPDATED_AT =
      Comparator.comparing(OrderTypeRow::updatedAt);

  /** Reads an order type of the API or of an event. */
  static OrderTypeRow of(JsonNode type) {
    return new OrderTypeRow(
        type.path("key").asText(),
        type.path("title").asText(),
        type.path("status").asText(),
        type.path("version").asInt(),
        type.path("created_at").asText(),
        type.path("updated_at").asText());
  }
}
