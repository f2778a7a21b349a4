package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Set;

/**
 * Blanks account and card numbers in an agent's report. Every text counts as free, whatever it is
 * called, except for members whose values are checked to be codes, amounts, dates or identifiers.
 */
public final class ReportRedaction {
  private static final Set<String> CHECKED =
      Set.of(
          "summary_code",
          "reachability",
          "engagement",
          "value",
          "currency",
          "on",
          "paid_on",
          "first_on",
          "pay_by",
          "from",
          "to",
          "scope",
          "suppression_id");

  private ReportRedaction() {}

  /** Blanks them in place. */
  public static void apply(JsonNode report) {
    if (report instanceof ObjectNode object) {
      List.copyOf(object.properties())
          .forEach(
              member -> {
                if (!(member.getValue() instanceof TextNode text)) {
                  apply(member.getValue());
                } else if (!CHECKED.contains(member.getKey())) {
                  object.put(member.getKey(), Redaction.of(text.asText()).text());
                }
              });
    } else if (report instanceof ArrayNode array) {
      for (int place = 0; place < array.size(); place++) {
        if (array.get(place) instanceof TextNode text) {
          array.set(place, Redaction.of(text.asText()).text());
        } else {
          apply(array.get(place));
        }
      }
    }
  }
}
