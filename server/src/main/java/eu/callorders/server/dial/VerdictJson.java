package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The parameters of verdicts in JSON. */
final class VerdictJson {
  private VerdictJson() {}

  /** Members in the order of their names. */
  static JsonNode parameter(Object value) {
    return switch (value) {
      case Map<?, ?> members -> {
        ObjectNode json = Json.object();
        members.entrySet().stream()
            .sorted(Comparator.comparing(member -> member.getKey().toString()))
            .forEach(member -> json.set(member.getKey().toString(), parameter(member.getValue())));
        yield json;
      }
      case List<?> items -> {
        ArrayNode json = Json.array();
        items.forEach(item -> json.add(parameter(item)));
        yield json;
      }
      case Instant instant -> TextNode.valueOf(Timestamps.format(instant));
      case Integer number -> IntNode.valueOf(number);
      case Boolean truth -> BooleanNode.valueOf(truth);
      default -> TextNode.valueOf(value.toString()); // also dates and durations, in ISO 8601
    };
  }
}
