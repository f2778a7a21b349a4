package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.server.http.Json;
import java.math.BigDecimal;
import java.util.Set;

/** Blanks account and card numbers in each text, number and member name of a JSON tree. */
public final class TreeRedaction {
  /** A number with more zeros than this is no number of a card, and long when written out. */
  private static final int MOST_ZEROS = 40;

  private TreeRedaction() {}

  /** The blanked tree; a number that is blanked becomes a text. */
  public static JsonNode of(JsonNode tree) {
    return of(tree, Set.of());
  }

  /**
   * The blanked tree.
   *
   * @param checked members whose texts are known to be codes, amounts, dates or identifiers
   */
  static JsonNode of(JsonNode tree, Set<String> checked) {
    return switch (tree) {
      case ObjectNode object -> object(object, checked);
      case ArrayNode array -> {
        ArrayNode blanked = Json.array();
        array.forEach(item -> blanked.add(of(item, checked)));
        yield blanked;
      }
      case TextNode text -> TextNode.valueOf(TextRedaction.of(text.asText()).text());
      case NumericNode number -> number(number);
      default -> tree;
    };
  }

  private static ObjectNode object(ObjectNode object, Set<String> checked) {
    ObjectNode blanked = Json.object();
    object
        .properties()
        .forEach(
            member -> {
              JsonNode value = member.getValue();
              boolean kept = value.isTextual() && checked.contains(member.getKey());
              blanked.set(
                  TextRedaction.of(member.getKey()).text(), kept ? value : of(value, checked));
            });
    return blanked;
  }

  private static JsonNode number(NumericNode number) {
    BigDecimal value = number.decimalValue();
    boolean isShort = Math.abs((long) value.scale()) <= MOST_ZEROS;
    TextRedaction digits = TextRedaction.of(isShort ? value.toPlainString() : value.toString());
    return digits.spans().isEmpty() ? number : TextNode.valueOf(digits.text());
  }
}
