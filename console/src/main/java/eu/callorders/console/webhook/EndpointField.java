package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The editable members of an endpoint. */
enum EndpointField {
  URL,
  DESCRIPTION,
  EVENT_TYPES,
  PAYLOAD_MODE;

  static final List<EndpointField> FIELDS = List.of(values());

  private static final Pattern SEPARATORS = Pattern.compile("[,;\\s]+");

  String member() {
    return name().toLowerCase(Locale.ROOT);
  }

  String pointer() {
    return "/" + member();
  }

  /** Whether an error with that pointer belongs to the field. */
  boolean contains(String errorPointer) {
    return errorPointer.equals(pointer()) || errorPointer.startsWith(pointer() + "/");
  }

  /** The value as input text; one line per array element. */
  String format(JsonNode endpoint) {
    JsonNode value = endpoint.path(member());
    if (!value.isArray()) {
      return value.asText("").strip();
    }
    List<String> lines = new ArrayList<>();
    value.forEach(one -> lines.add(one.asText()));
    return String.join("\n", lines);
  }

  /** Normalizes input to the form that {@link #format} returns. */
  String normalize(String typed) {
    return this == EVENT_TYPES ? String.join("\n", split(typed)) : typed.strip();
  }

  /** Splits a text at any separator. */
  static List<String> split(String text) {
    return Arrays.stream(SEPARATORS.split(text)).filter(name -> !name.isEmpty()).toList();
  }

  /** The JSON value; null, the default, for empty input. */
  JsonNode toJson(String normalized) {
    if (normalized.isEmpty()) {
      return NullNode.getInstance();
    }
    if (this != EVENT_TYPES) {
      return TextNode.valueOf(normalized);
    }
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    split(normalized).forEach(array::add);
    return array;
  }
}
