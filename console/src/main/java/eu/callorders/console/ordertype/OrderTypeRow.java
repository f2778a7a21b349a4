package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.StatusBadge;
import java.util.Comparator;
import java.util.List;

/** An order type as a line. */
record OrderTypeRow(
    String key, String title, String status, int version, String createdAt, String updatedAt) {
  static final List<String> STATUSES = List.of("draft", "active", "archived");

  /** Timestamps of the service have one form, so their order is that of their text. */
  static final Comparator<OrderTypeRow> BY_AGE = Comparator.comparing(OrderTypeRow::updatedAt);

  /** Of an order type as the interface shows it, in an event too. */
  static OrderTypeRow of(JsonNode type) {
    return new OrderTypeRow(
        type.path("key").asText(),
        type.path("title").asText(),
        type.path("status").asText(),
        type.path("version").asInt(),
        type.path("created_at").asText(),
        type.path("updated_at").asText());
  }

  static StatusBadge.Tone tone(String status) {
    return switch (status) {
      case "active" -> StatusBadge.Tone.GOOD;
      case "draft" -> StatusBadge.Tone.WAITING;
      default -> StatusBadge.Tone.NEUTRAL;
    };
  }
}
