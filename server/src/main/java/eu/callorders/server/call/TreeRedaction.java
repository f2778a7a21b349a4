package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.server.json.Json;
import java.math.BigDecimal;
import java.util.Set;

/** Redacts account and card numbers in each text, number and member name of a JSON tree. */
public final class TreeRedaction {
  /** A number with more zeros is no card number, and would be long when written out. */
  private static final int MAX_ZEROS = 40;

  private TreeRedaction() {}

  /** The redacted tree; a redacted number becomes a text. */
  public static JsonNode redact(JsonNode tree) {
    return redact(tree, Set.of());
  }

  /**
   * @param checked members whose texts are validated codes, amounts, dates or identifiers
   */
  static JsonNode redact(JsonNode tree, Set<String> checked) {
    return switch (tree) {
      case ObjectNode object -> object(object, checked);
      case ArrayNode array -> {
        ArrayNode redacted = Json.array();
        array.forEach(item -> redacted.add(redact(item, checked)));
        yield redacted;
      }
      case TextNode text -> TextNode.valueOf(TextRedaction.redact(text.asText()).text());
      case NumericNode number -> number(number);
      default -> tree;
    };
  }

  private static ObjectNode object(ObjectNode object, Set<String> checked) {
    ObjectNode redacted = Json.object();
    object
        .properties()
        .forEach(
            member -> {
              JsonNode value = member.getValue();
              boolean unchanged = value.isTextual() && checked.contains(member.getKey());
              redacted.set(
                  TextRedaction.redact(member.getKey()).text(),
                  unchanged ? value : redact(value, checked));
            });
    return redacted;
  }

  private static JsonNode number(NumericNode number) {
    BigDecimal value = number.decimalValue();
    boolean isShort = Math.abs((long) value.scale()) <= MAX_ZEROS;
    TextRedaction digits = TextRedaction.redact(isShort ? value.toPlainString() : value.toString());
    return digits.spans().isEmpty() ? number : TextNode.valueOf(digits.text());
  }
}
