package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What somebody said, or a part of it: somebody who talks for long needs several lines, each small
 * enough to be drawn at once.
 *
 * @param at since the call began, such as {@code 1:05}
 * @param begins whether this is where the turn begins
 */
record TurnLine(String speaker, String at, String text, boolean begins) {
  /** Characters that a line holds at most. */
  static final int MOST = 1_000;

  /** All of them, in order. */
  static List<TurnLine> of(JsonNode turns) {
    List<TurnLine> lines = new ArrayList<>();
    for (JsonNode turn : turns) {
      String speaker = JsonValues.text(turn, "speaker");
      String at = at(turn);
      String text = JsonValues.text(turn, "text").strip();
      int from = 0;
      do {
        int end = end(text, from);
        lines.add(new TurnLine(speaker, at, text.substring(from, end).strip(), from == 0));
        from = end;
      } while (from < text.length());
    }
    return lines;
  }

  /** When a turn began; empty when nobody knows. */
  static String at(JsonNode turn) {
    if (!turn.path("start_ms").isNumber()) {
      return "";
    }
    Duration since = Duration.ofMillis(turn.path("start_ms").asLong());
    return "%d:%02d".formatted(since.toMinutes(), since.toSecondsPart());
  }

  /** Behind the last word that fits, or within a word that is longer than a line. */
  private static int end(String text, int from) {
    int most = from + MOST;
    if (text.length() <= most) {
      return text.length();
    }
    for (int end = most; end > from + MOST / 2; end--) {
      if (Character.isWhitespace(text.charAt(end - 1))) {
        return end;
      }
    }
    return Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
  }
}
