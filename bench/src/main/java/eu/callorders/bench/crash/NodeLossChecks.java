package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.SqlSession;
import eu.callorders.core.id.IdKind;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Whether orders came to what their calls say: lost with a node, or carried on to their end. */
record NodeLossChecks(Violations violations) {
  private static final String OPEN_CALLS =
      """
      SELECT order_id, answered_at IS NOT NULL AS answered
        FROM call_attempt
       WHERE simulator_node = ?::uuid
         AND (reconcile_at IS NOT NULL OR report_due_at IS NOT NULL)
      """;

  private static final String OVERLAPS =
      """
      SELECT a.phone || ' by ' || a.id || ' and ' || b.id
        FROM call_attempt a
        JOIN call_attempt b ON b.phone = a.phone AND b.id > a.id
       WHERE a.started_at < b.ended_at
         AND b.started_at < a.ended_at
      """;

  /** The orders with open calls of a node's simulator, and whether these have been answered. */
  static Map<String, Boolean> openCalls(SqlSession session, String node) throws SQLException {
    Map<String, Boolean> open = new HashMap<>();
    session.rows(
        OPEN_CALLS,
        row ->
            open.put(
                IdKind.ORDER.format(row.getObject("order_id", UUID.class)),
                row.getBoolean("answered")),
        node);
    return open;
  }

  /** The order of a call that a killed node had. */
  void lost(JsonNode order, boolean answered) {
    JsonNode calls = order.path("calls");
    violations.unless(
        order.path("status").asText().equals("completed")
            && summary(order).equals("outcome_unknown")
            && calls.size() == 1
            && calls.path(0).path("disposition").asText().equals(answered ? "answered" : "failed"),
        "order %s, whose %s call was lost, came to %s with calls %s"
            .formatted(
                order.path("id"), answered ? "answered" : "ringing", order.path("result"), calls));
  }

  /** The order of a call that no killed node had. */
  void kept(JsonNode order) {
    violations.unless(
        summary(order).equals("no_outcome") && order.path("calls").size() == 1,
        "order %s, whose call was not lost, came to %s"
            .formatted(order.path("id"), order.path("result")));
  }

  void neverTwoAtOnce(SqlSession session) throws SQLException {
    session.texts(OVERLAPS).forEach(each -> violations.add("called twice at once: " + each));
  }

  /**
   * The longest time in which no order was dialed; later only those that waited for a phone are.
   */
  static Duration longestPause(List<FeedEvent> events, Instant until) {
    Duration longest = Duration.ZERO;
    Instant before = null;
    for (FeedEvent event : events) {
      Instant at = event.recordedAt();
      if (event.type().equals("call_order.dialing") && at.isBefore(until)) {
        Duration pause = before == null ? Duration.ZERO : Duration.between(before, at);
        longest = pause.compareTo(longest) > 0 ? pause : longest;
        before = at;
      }
    }
    return longest;
  }

  private static String summary(JsonNode order) {
    return order.at("/result/summary_code").asText();
  }
}
