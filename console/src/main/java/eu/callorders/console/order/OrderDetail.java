package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * An order with what belongs to it.
 *
 * @param etag its revision
 * @param events the oldest first, not more than {@link OrderLoader#EVENTS}; empty without {@code
 *     events:read}
 * @param allEvents whether there are no others
 * @param explanation of where it stands; missing without the administration
 */
record OrderDetail(
    JsonNode order, String etag, List<JsonNode> events, boolean allEvents, JsonNode explanation) {
  String id() {
    return JsonValues.text(order, "id");
  }

  String status() {
    return JsonValues.text(order, "status");
  }

  boolean canBeCanceled() {
    return status().equals("accepted") || status().equals("scheduled");
  }

  /** Until the first attempt. */
  boolean canBeChanged() {
    return canBeCanceled() && order.path("attempt_count").asInt() == 0;
  }
}
