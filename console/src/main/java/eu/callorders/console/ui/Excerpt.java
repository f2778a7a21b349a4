package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;

/**
 * The beginning of a resource: layout time grows with the text, and resources are unbounded.
 *
 * @param text indented JSON; empty for none
 * @param isComplete whether the text is complete
 */
record Excerpt(String text, boolean isComplete) {
  static final int MAX_LENGTH = 100_000;

  static Excerpt of(JsonNode json) {
    if (json.isMissingNode()) {
      return new Excerpt("", true);
    }
    String text = Json.pretty(json, MAX_LENGTH + 1);
    return text.length() <= MAX_LENGTH
        ? new Excerpt(text, true)
        : new Excerpt(text.substring(0, end(text)), false);
  }

  /** After the last complete line, or within a line that is very long. */
  private static int end(String text) {
    int line = text.lastIndexOf('\n', MAX_LENGTH - 1) + 1;
    if (line > MAX_LENGTH / 2) {
      return line;
    }
    return Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
  }
}
