package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;

/**
 * As much of a resource as can be laid out at once: whatever is drawn takes time by its length, and
 * a resource has no bound of its own.
 *
 * @param text indented; empty for none
 * @param isWhole whether nothing is left out
 */
record Excerpt(String text, boolean isWhole) {
  /** Characters at most; resources are below but for very large ones. */
  static final int MOST = 100_000;

  static Excerpt of(JsonNode json) {
    if (json.isMissingNode()) {
      return new Excerpt("", true);
    }
    String text = Json.pretty(json, MOST + 1);
    return text.length() <= MOST
        ? new Excerpt(text, true)
        : new Excerpt(text.substring(0, end(text)), false);
  }

  /** Behind the last whole line, or within a line that is very long. */
  private static int end(String text) {
    int line = text.lastIndexOf('\n', MOST - 1) + 1;
    if (line > MOST / 2) {
      return line;
    }
    return Character.isHighSurrogate(text.charAt(MOST - 1)) ? MOST - 1 : MOST;
  }
}
