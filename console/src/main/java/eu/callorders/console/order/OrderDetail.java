package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * An order with what belongs to it.
 *
 * @param etag its revision
 * @param events oldest first; empty without {@code events:read}
 * @param explanation of where it stands; missing without the administration
 */
record OrderDetail(JsonNode order, String etag, List<JsonNode> events, JsonNode explanation) {
  String id() {
    return order.path("id").asText();
  }

  String status() {
    return order.path("status").asText();
  }

  boolean canBeCanceled() {
    return status().equals("accepted") || status().equals("scheduled");
  }

  /** Until the first attempt. */
  boolean canBeChanged() {
    return canBeCanceled() && order.path("attempt_count").asInt() == 0;
  }
}
