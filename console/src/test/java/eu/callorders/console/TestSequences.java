package eu.callorders.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;

/** A sequence in a sandbox and its enrollments. */
public final class TestSequences {
  private static final String SEQUENCE =
      """
      {"key": "overdue_sequence", "title": "Overdue invoices",
       "trigger": {"signal_type": "invoice.overdue"},
       "exit_conditions": [{"type": "signal", "signal_type": "invoice.credited"}],
       "steps": [
         {"id": "first_call", "type": "create_order", "order_type": "payment_reminder",
          "scheduling": {"max_attempts": 3},
          "exit_when": {"summary_codes": ["disputed"], "reachability": ["wrong_number"]},
          "exit_reason": "handled on the first call"},
         {"id": "let_it_rest", "type": "wait", "after": {"min": "P2D", "max": "P3D"},
          "until": {"local_time": "10:00"},
          "skip_remaining_if": [{"type": "signal", "signal_type": "invoice.postponed"}]},
         {"id": "evening_call", "type": "create_order", "order_type": "payment_reminder"},
         {"id": "a_week_more", "type": "wait", "after": {"min": "P7D"}},
         {"id": "last_call", "type": "create_order", "order_type": "payment_reminder"}]}
      """;

  private final Sandbox sandbox;
  private int enrolled;

  private TestSequences(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  /** Creates and activates the sequence on first use. */
  public static TestSequences in(Sandbox sandbox) {
    try {
      ApiClient api = sandbox.api();
      Query query = Query.none().with("key", "overdue_sequence");
      if (api.get("/v1/sequences", query).body().path("data").isEmpty()) {
        String id = api.post("/v1/sequences", json(SEQUENCE)).body().path("id").asText();
        api.post("/v1/sequences/" + id + "/versions/1/activate", MissingNode.getInstance());
      }
      return new TestSequences(sandbox);
    } catch (ApiException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  /**
   * Enrolls a subject whose number ends in those magic digits; returns the enrollment identifier.
   */
  public String enroll(String subject, String digits) {
    String signal =
        """
        {"signal_type": "invoice.overdue", "subject_reference": "%1$s", "dedupe_key": "%1$s",
         "subject": {"reference": "%1$s", "name": {"family_name": "Muster"},
          "timezone": "%2$s"},
         "contacts": [{"channel": "phone", "value": "+493023125%3$d%4$s"}],
         "context": {"claim": {"outstanding": {"value": "120.50", "currency": "EUR"},
          "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}}}
        """
            .formatted(subject, sandbox.noonZone(), enrolled++ % 10, digits);
    try {
      return sandbox
          .api()
          .post("/v1/signals", json(signal))
          .body()
          .at("/triggered/0/enrollment_id")
          .asText();
    } catch (ApiException e) {
      throw new AssertionError(e);
    }
  }
}
