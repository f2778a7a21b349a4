package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What was said in a call.
 *
 * @param isComplete false when turns are missing
 * @param turns how many
 * @param lines of all turns
 */
record Transcript(String callId, boolean isComplete, int turns, List<TurnLine> lines) {
  static Transcript of(String callId, JsonNode read) {
    JsonNode turns = read.path("turns");
    return new Transcript(
        callId, read.path("complete").asBoolean(true), turns.size(), TurnLine.of(turns));
  }
}
