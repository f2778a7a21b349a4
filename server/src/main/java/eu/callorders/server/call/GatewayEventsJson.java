package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.evidence.RecordedEvent;
import eu.callorders.server.json.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The column {@code gateway_events} of {@code call_attempt}. */
final class GatewayEventsJson {
  private GatewayEventsJson() {}

  /** Null without events. */
  static @Nullable String write(List<RecordedEvent> events) {
    if (events.isEmpty()) {
      return null;
    }
    ArrayNode json = Json.array();
    for (RecordedEvent event : events) {
      ObjectNode item =
          json.addObject()
              .put("type", event.type())
              .put("sequence", event.sequence())
              .put("at", event.at().toString());
      if (event.textSha256() != null) {
        item.put("text_sha256", event.textSha256());
      }
    }
    return json.toString();
  }

  static List<RecordedEvent> read(@Nullable String column) {
    return column == null
        ? List.of()
        : Json.items(Json.parse(column)).map(GatewayEventsJson::event).toList();
  }

  private static RecordedEvent event(JsonNode json) {
    return new RecordedEvent(
        json.path("type").asText(),
        json.path("sequence").asLong(),
        Instant.parse(json.path("at").asText()),
        json.path("text_sha256").textValue());
  }
}
