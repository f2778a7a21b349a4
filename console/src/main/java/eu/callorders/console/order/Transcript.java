package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
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
}
