package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A member of a request body that a command-line option sets.
 *
 * @param path member names from the body's root, for example {@code quotas}, {@code
 *     max_open_orders}
 * @param schema with references resolved
 */
record BodyOption(List<String> path, JsonNode schema, boolean required) {
  /** Resets a member where the contract allows null. */
  static final String DEFAULT = "default";

  /** The label of a boolean. */
  static final String FLAG = "true|false";

  private static final int MAX_CHOICES_LENGTH = 60;

  /** All leaf members of a body, in the contract's order. */
  static List<BodyOption> of(Contract contract, JsonNode bodySchema) {
    List<BodyOption> members = new ArrayList<>();
    collect(contract, contract.resolve(bodySchema), List.of(), members);
    return members;
  }

  private static void collect(
      Contract contract, JsonNode object, List<String> above, List<BodyOption> into) {
    Set<String> required =
        Set.copyOf(Json.items(object.path("required")).map(JsonNode::asText).toList());
    for (Map.Entry<String, JsonNode> property : object.path("properties").properties()) {
      List<String> path = new ArrayList<>(above);
      path.add(property.getKey());
      JsonNode schema = contract.resolve(property.getValue());
      if (schema.has("properties") && !isTextOrObject(schema)) {
        collect(contract, schema, path, into);
      } else {
        into.add(
            new BodyOption(
                List.copyOf(path),
                described(contract, property.getValue(), schema),
                above.isEmpty() && required.contains(property.getKey())));
      }
    }
  }

  /** A member that a name replaces as a whole takes both from one option. */
  private static boolean isTextOrObject(JsonNode schema) {
    return Json.items(schema.path("type")).anyMatch(it -> it.asText().equals("string"));
  }

  /** The description at a reference overrides that of its target. */
  private static JsonNode described(Contract contract, JsonNode property, JsonNode schema) {
    ObjectNode all = schema.deepCopy();
    if (property.has("description")) {
      all.set("description", property.get("description"));
    }
    if (all.has("items")) {
      all.set("items", contract.resolve(all.get("items")));
    }
    return all;
  }

  /** {@code --quotas-max-open-orders}. */
  String option() {
    return "--" + String.join("-", path).replace('_', '-');
  }

  String label() {
    return switch (type()) {
      case "integer" -> "N";
      case "boolean" -> FLAG;
      case "array" -> schema.path("items").has("properties") ? "JSON" : "A,B";
      case "object" -> "TEXT|JSON";
      default -> choices().isEmpty() ? "TEXT" : choices();
    };
  }

  private String choices() {
    String all =
        String.join(
            "|",
            Json.items(schema.path("enum"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .toList());
    return all.length() > MAX_CHOICES_LENGTH ? "" : all;
  }

  String description() {
    return schema.path("description").asText();
  }

  /** Sets the member. Throws {@link IllegalArgumentException} when the text is invalid. */
  void put(ObjectNode body, String text) {
    ObjectNode parent = body;
    for (String name : path.subList(0, path.size() - 1)) {
      parent = parent.withObjectProperty(name);
    }
    parent.set(path.getLast(), value(text));
  }

  private JsonNode value(String text) {
    if (text.equals(DEFAULT) && isNullable()) {
      return NullNode.getInstance();
    }
    return switch (type()) {
      case "integer" -> number(text);
      case "boolean" -> flag(text);
      case "array" -> array(text);
      case "object" -> text.startsWith("{") ? json(text) : TextNode.valueOf(text);
      default -> TextNode.valueOf(text);
    };
  }

  private static JsonNode number(String text) {
    try {
      return LongNode.valueOf(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("must be a whole number", e);
    }
  }

  private static JsonNode flag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> BooleanNode.TRUE;
      case "false" -> BooleanNode.FALSE;
      default -> throw new IllegalArgumentException("must be true or false");
    };
  }

  /** An empty text is an empty array. */
  private JsonNode array(String text) {
    if (schema.path("items").has("properties")) {
      return json(text);
    }
    ArrayNode array = Json.array();
    for (String item : text.split(",", -1)) {
      if (!item.isBlank()) {
        array.add(item.strip());
      }
    }
    return array;
  }

  private static JsonNode json(String text) {
    try {
      return Json.parse(text);
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException("must be JSON", e);
    }
  }

  /** The first type beside null. */
  private String type() {
    JsonNode type = schema.path("type");
    return type.isArray() ? type.path(0).asText() : type.asText();
  }

  boolean isNullable() {
    return Json.items(schema.path("type")).anyMatch(it -> it.asText().equals("null"));
  }
}
