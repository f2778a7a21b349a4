package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.session.SubjectName;
import java.util.List;

/**
 * An order with its events and explanation.
 *
 * @param events oldest first, at most {@link OrderLoader#MAX_EVENTS}; empty without {@code
 *     events:read}
 * @param eventsComplete whether {@code events} is complete
 * @param explanation why the order waits; missing without the administration
 */
record OrderDetail(
    JsonNode order,
    String etag,
    List<JsonNode> events,
    boolean eventsComplete,
    JsonNode explanation) {
  String id() {
    return JsonValues.text(order, "id");
  }

  SubjectName person() {
    return SubjectName.ofOrder(order);
  }

  String status() {
    return JsonValues.text(order, "status");
  }

  boolean isOpen() {
    return !hasEnded(status());
  }

  static boolean hasEnded(String status) {
    return switch (status) {
      case "completed", "expired", "canceled", "failed" -> true;
      default -> false;
    };
  }

  boolean canBeCanceled() {
    return canBeCanceled(status());
  }

  static boolean canBeCanceled(String status) {
    return status.equals("accepted") || status.equals("scheduled");
  }

  /** Whether no attempt was made yet. */
  boolean canBeChanged() {
    return canBeCanceled() && order.path("attempt_count").asInt() == 0;
  }
}
