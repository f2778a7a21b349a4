package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The transcript of a call.
 *
 * @param isComplete false when turns are missing
 * @param turns number of turns
 * @param lines of all turns
 */
record Transcript(String callId, boolean isComplete, int turns, List<TurnLine> lines) {
  static Transcript of(String callId, JsonNode transcript) {
    JsonNode turns = transcript.path("turns");
    return new Transcript(
        callId, transcript.path("complete").asBoolean(true), turns.size(), TurnLine.of(turns));
  }

  /**
   * A line of a transcript. Long turns are split into lines that render quickly.
   *
   * @param at since the call began, such as {@code 1:05}
   * @param isFirst whether it is the first line of its turn
   */
  record TurnLine(String speaker, String at, String text, boolean isFirst) {
    /** Maximum number of characters. */
    static final int MAX_LENGTH = 1_000;

    static List<TurnLine> of(JsonNode turns) {
      List<TurnLine> lines = new ArrayList<>();
      for (JsonNode turn : turns) {
        String speaker = JsonValues.text(turn, "speaker");
        String at = at(turn);
        String text = JsonValues.text(turn, "text").strip();
        int from = 0;
        do {
          int end = lineEnd(text, from);
          lines.add(new TurnLine(speaker, at, text.substring(from, end).strip(), from == 0));
          from = end;
        } while (from < text.length());
      }
      return lines;
    }

    /** When a turn began; empty when unknown. */
    static String at(JsonNode turn) {
      if (!turn.path("start_ms").isNumber()) {
        return "";
      }
      Duration since = Duration.ofMillis(turn.path("start_ms").asLong());
      return "%d:%02d".formatted(since.toMinutes(), since.toSecondsPart());
    }

    /** The end of the line: after the last word that fits, or inside a longer word. */
    private static int lineEnd(String text, int from) {
      int limit = from + MAX_LENGTH;
      if (text.length() <= limit) {
        return text.length();
      }
      for (int end = limit; end > from + MAX_LENGTH / 2; end--) {
        if (Character.isWhitespace(text.charAt(end - 1))) {
          return end;
        }
      }
      return Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
    }
  }
}
