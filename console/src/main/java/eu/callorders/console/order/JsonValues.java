package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads values of API responses; any member may be missing. */
final class JsonValues {
  private JsonValues() {}

  /** The text at the path; empty when missing or not a scalar. */
  static String text(JsonNode json, String... path) {
    JsonNode node = json;
    for (String name : path) {
      node = node.path(name);
    }
    return node.asText("");
  }

  /** Joins the non-empty texts. */
  static String join(String separator, String first, String second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + separator + second;
  }
}
