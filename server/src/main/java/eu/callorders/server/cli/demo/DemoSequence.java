package eu.callorders.server.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.UUID;

/** The demo's sequence: letters and calls over a month. */
final class DemoSequence {
  private static final String SEQUENCE =
      """
      {"key": "demo_sequence", "title": "Three letters, a call after each",
       "trigger": {"signal_type": "invoice.overdue"},
       "exit_conditions": [{"type": "subject_reached"}],
       "steps": [
         {"id": "first_letter", "type": "wait", "after": {"min": "P5D"},
          "until": {"local_time": "10:00"}},
         {"id": "first_call", "type": "create_order", "order_type": "payment_reminder",
          "scheduling": {"max_attempts": 1}},
         {"id": "second_letter", "type": "wait", "after": {"min": "P10D", "max": "P12D"}},
         {"id": "second_call", "type": "create_order", "order_type": "payment_reminder",
          "scheduling": {"max_attempts": 1}},
         {"id": "last_letter", "type": "wait", "after": {"min": "P12D"}},
         {"id": "last_call", "type": "create_order", "order_type": "payment_reminder",
          "scheduling": {"max_attempts": 1}}]}
      """;

  private DemoSequence() {}

  /** Creates the sequence if missing and starts it for a subject; returns the enrollment id. */
  static String begin(DemoClient client, ObjectNode order) {
    if (client.get("/v1/sequences?key=demo_sequence").path("data").isEmpty()) {
      String id = client.post("/v1/sequences", Json.parse(SEQUENCE)).path("id").asText();
      client.post("/v1/sequences/" + id + "/versions/1/activate", Json.object());
    }
    ObjectNode signal =
        Json.object()
            .put("signal_type", "invoice.overdue")
            .put("dedupe_key", UUID.randomUUID().toString())
            .put("subject_reference", order.at("/subject/reference").asText());
    signal.setAll(order.deepCopy().retain("subject", "contacts", "context"));
    JsonNode recorded = client.post("/v1/signals", signal);
    return recorded.at("/triggered/0/enrollment_id").asText();
  }
}
