package eu.callorders.server.cli.events;

import com.fasterxml.jackson.databind.JsonNode;

/** An event as one line: when, what, of which resource, and what matters of it. */
public final class EventFormatter {
  private EventFormatter() {}

  public static String line(JsonNode event) {
    JsonNode data = event.path("data");
    return "%s  %-26s  %-30s  %s"
        .formatted(
            event.path("occurred_at").asText(),
            event.path("type").asText(),
            data.path("id").asText(event.path("id").asText()),
            details(data))
        .stripTrailing();
  }

  private static String details(JsonNode data) {
    if (data.has("result")) {
      return data.at("/result/summary_code").asText();
    }
    if (data.has("next_attempt_at")) {
      return "for " + data.path("next_attempt_at").asText();
    }
    return data.path("disposition").asText(data.path("current_step_id").asText());
  }
}
