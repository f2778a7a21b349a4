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

/** What an operator fills in of an endpoint, and where the contract has it. */
enum EndpointField {
  URL,
  DESCRIPTION,
  EVENT_TYPES,
  PAYLOAD_MODE;

  static final List<EndpointField> FIELDS = List.of(values());

  private static final Pattern BETWEEN = Pattern.compile("[,;\\s]+");

  /** The member of the endpoint. */
  String member() {
    return name().toLowerCase(Locale.ROOT);
  }

  String pointer() {
    return "/" + member();
  }

  /** Whether a fault at that pointer is one of this field. */
  boolean holds(String fault) {
    return fault.equals(pointer()) || fault.startsWith(pointer() + "/");
  }

  /** As it is written into the form; several values a line each. */
  String read(JsonNode endpoint) {
    JsonNode value = endpoint.path(member());
    if (!value.isArray()) {
      return value.asText("").strip();
    }
    List<String> lines = new ArrayList<>();
    value.forEach(one -> lines.add(one.asText()));
    return String.join("\n", lines);
  }

  /** What was typed, as {@link #read} would give it. */
  String plain(String typed) {
    return this == EVENT_TYPES ? String.join("\n", names(typed)) : typed.strip();
  }

  /** The single names in a text, however they were separated. */
  static List<String> names(String text) {
    return Arrays.stream(BETWEEN.split(text)).filter(name -> !name.isEmpty()).toList();
  }

  /** As it is sent; nothing written is null, which is the default. */
  JsonNode written(String plain) {
    if (plain.isEmpty()) {
      return NullNode.getInstance();
    }
    if (this != EVENT_TYPES) {
      return TextNode.valueOf(plain);
    }
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    names(plain).forEach(array::add);
    return array;
  }
}
