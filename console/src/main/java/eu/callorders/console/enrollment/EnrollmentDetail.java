package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ladder.Ladder;
import java.util.List;

/**
 * An enrollment with what belongs to it.
 *
 * @param version of its sequence; missing when it may not be read
 * @param orders that it has made
 * @param events oldest first; empty without {@code events:read}
 */
record EnrollmentDetail(
    JsonNode enrollment, JsonNode version, List<JsonNode> orders, List<JsonNode> events) {
  String id() {
    return enrollment.path("id").asText();
  }

  String status() {
    return enrollment.path("status").asText();
  }

  Ladder ladder() {
    return Ladder.climbed(version, enrollment, orders, events);
  }

  /** Whether the service would do that now, as far as is known here. */
  boolean allows(Deed deed) {
    return switch (deed) {
      case PAUSE -> status().equals("active");
      case RESUME -> status().equals("paused");
      case CANCEL -> status().equals("active") || status().equals("paused");
    };
  }
}
