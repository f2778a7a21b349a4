package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** A call that a gateway has accepted, and its events. */
record TakenCall(String attemptId, String orderId, Instant at) {

  /** The gateway's own name for it. */
  static String ref(String attemptId) {
    return "hand-" + attemptId;
  }

  ObjectNode accepted() {
    return event(1, "call.accepted");
  }

  /** What follows: an answer, the end, and a report that asks for a call back. */
  ArrayNode conversation() {
    ArrayNode events = Http.JSON.createArrayNode();
    events.add(event(2, "call.answered"));
    events.add(ended());
    ObjectNode report = event(4, "call.report");
    report
        .putObject("report")
        .put("summary_code", "callback_requested")
        .put("reachability", "subject_reached")
        .put("engagement", "completed");
    events.add(report);
    return events;
  }

  private ObjectNode ended() {
    ObjectNode ended = event(3, "call.ended");
    ended.put("disposition", "answered").put("ended_by", "subject");
    ended.put("answered_at", at.plusMillis(2).toString());
    ended.put("ended_at", at.plusMillis(3).toString());
    ended.putObject("cause").put("code", "normal");
    return ended;
  }

  /** One event a millisecond. */
  private ObjectNode event(int sequence, String type) {
    return Http.JSON
        .createObjectNode()
        .put("event_id", attemptId + "-" + sequence)
        .put("type", type)
        .put("attempt_id", attemptId)
        .put("gateway_ref", ref(attemptId))
        .put("sequence", sequence)
        .put("at", at.plusMillis(sequence).toString());
  }
}
