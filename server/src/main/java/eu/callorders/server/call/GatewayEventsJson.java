package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.evidence.RecordedEvent;
import eu.callorders.core.evidence.RecordedEvents;
import eu.callorders.server.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The column {@code gateway_events} of {@code call_attempt}. */
final class GatewayEventsJson {
  private GatewayEventsJson() {}

  /** Null without events. */
  static @Nullable String write(RecordedEvents recorded) {
    if (recorded.events().isEmpty()) {
      return null;
    }
    ObjectNode json = Json.object().put("omitted", recorded.omitted());
    ArrayNode events = json.putArray("events");
    for (RecordedEvent event : recorded.events()) {
      ObjectNode item =
          events
              .addObject()
              .put("type", event.type())
              .put("sequence", event.sequence())
              .put("at", event.at().toString());
      if (event.textSha256() != null) {
        item.put("text_sha256", event.textSha256());
      }
    }
    return json.toString();
  }

  static RecordedEvents read(@Nullable String column) {
    if (column == null) {
      return RecordedEvents.NONE;
    }
    JsonNode json = Json.parse(column);
    return new RecordedEvents(
        Json.items(json.path("events")).map(GatewayEventsJson::event).toList(),
        json.path("omitted").asInt());
  }

  private static RecordedEvent event(JsonNode json) {
    return new RecordedEvent(
        json.path("type").asText(),
        json.path("sequence").asLong(),
        Instant.parse(json.path("at").asText()),
        json.path("text_sha256").textValue());
  }
}
