package eu.callorders.console.order;

import eu.callorders.console.api.FakeService;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Orders of a newer service with unknown or missing values. */
final class UnknownValueOrders {
  static final String ORDER =
      """
      {"id": "ord_1", "status": "scheduled", "order_type": "payment_reminder",
       "order_type_version": 3, "client_reference": "AZ-771-26/1",
       "subject": {"reference": "SUBJ-20417", "name": {"given_name": "Erika",
         "family_name": "Mustermann"}, "date_of_birth": "1971-03-04", "locale": "de-DE",
         "address": {"street": "Musterstraße", "house_number": "12", "postal_code": "12345",
          "city": "Musterstadt"}},
       "contacts": [{"channel": "phone", "value": "+493023125021", "type": "landline",
         "priority": 1}, {"channel": "pigeon", "value": "loft 3", "priority": 2}],
       "context": {"claim": {"outstanding": {"value": "249.90", "currency": "EUR"},
         "original": {"value": "219.90", "currency": "EUR"},
         "breakdown": {"dunning_fees": {"value": "30.00", "currency": "EUR"}},
         "creditor_name": "Beispiel Versand GmbH", "basis": {"kind": "purchase_contract"},
         "reference": {"invoice_number": "RE-2026-08812", "case_number": "AZ-771-26"},
         "due_date": "2026-09-15"}, "notes": "Prefers the afternoon.\\nSpeaks slowly."},
       "scheduling": {"window": {"not_before": "2026-11-23T08:00:00+01:00",
         "not_after": "2026-12-04T20:00:00+01:00"},
        "local_call_times": [{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "14:00",
         "to": "19:00"}, {"days": ["sat"], "from": "10:00", "to": "12:00"}],
        "max_attempts": 4, "retry": {"min_gap_hours": 24, "randomize_within_window": true},
        "on_window_violation": "defer"},
       "metadata": {"campaign": "autumn", "priority_case": true},
       "enrollment_id": null, "attempt_count": %d, "calls": [%s], %s
       "created_at": "2026-11-23T07:12:04.318Z", "updated_at": "2026-11-23T13:02:23.512Z"}
      """;

  static final String CALL =
      """
      {"id": "call_1", "attempt": 1, "disposition": "answered", "direction": "outbound",
       "started_at": "2026-11-23T13:00:02.101Z", "answered_at": "2026-11-23T13:00:09.870Z",
       "ended_at": "2026-11-23T13:02:21.040Z", "duration_seconds": 131,
       "from_number": "+493023125900", "transcript": {"available": true},
       "report": {"summary": "Promises to pay on the first of December.", "findings":
        {"payment_promise": {"amount": {"value": "249.90", "currency": "EUR"},
         "on": "2026-12-01"}}}}
      """;

  static final String RESULT =
      """
      "ended_at": "2026-11-23T13:02:23.512Z",
      "result": {"summary_code": "payment_promised", "reachability": "subject_reached",
       "engagement": "completed", "termination": {"actor": "agent", "reason": "normal"},
       "findings": {"payment_promise": {"amount": {"value": "249.90", "currency": "EUR"},
        "on": "2026-12-01"}}},
      """;

  /** Unknown values in every registry and findings of unknown shape. */
  static final String UNKNOWN_VALUES =
      """
      {"id": "ord_2", "status": "levitating", "order_type": null, "subject": null,
       "contacts": [{"channel": "pigeon", "value": null}, null], "attempt_count": null,
       "context": {"claim": {"outstanding": null, "basis": {"kind": "wager_lost"},
        "reference": {"rune": "ᚠ"}}},
       "scheduling": {"window": null, "local_call_times": [{"days": ["moonday"]}]},
       "calls": [{"id": "call_9", "disposition": "echoed", "transcript": {"available": true}},
        {}, null],
       "result": {"summary_code": "sang_along", "reachability": "half_reached",
        "engagement": "humming", "termination": {"actor": "ghost", "reason": "cock_crow"},
        "findings": {"songs": ["one", "two"], "mood": {"level": 7, "sincere": true},
         "tips": [{"value": "1.00", "currency": "EUR"}], "nothing": null}},
       "created_at": null, "updated_at": null, "ended_at": "yesterday"}
      """;

  private static final String[] TYPES = {
    "call_order.accepted", "call_order.scheduled", "call_order.dialing", "call.started",
    "call.answered", "call_order.in_progress", "call.ended", "call_order.completed"
  };

  private UnknownValueOrders() {}

  static String order(String status, boolean called) {
    return ORDER
        .formatted(called ? 1 : 0, called ? CALL : "", called ? RESULT : "")
        .replace("\"scheduled\"", '"' + status + '"');
  }

  static String page(String... rows) {
    return "{\"data\": ["
        + String.join(",", rows)
        + "], \"has_more\": false, \"next_cursor\": \"\"}";
  }

  /** Events of an order, oldest first: {@code evt_1}, {@code evt_2}, ... */
  static String[] events(String orderId, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            number ->
                """
                {"id": "evt_%d", "type": "%s", "occurred_at": "2026-11-23T13:00:%02d.000Z",
                 "related": {"call_order_id": "%s"}, "data": {"attempt": 1,
                  "disposition": "answered", "result": {"summary_code": "payment_promised"},
                  "next_attempt_at": "2026-11-23T13:00:00Z"}}
                """
                    .formatted(number, TYPES[(number - 1) % TYPES.length], number % 60, orderId))
        .toArray(String[]::new);
  }

  static String delivery(String id, String event, String endpoint, String status, int... statuses) {
    String attempts =
        IntStream.of(statuses)
            .mapToObj(
                responseStatus ->
                    "{\"at\": \"2026-11-23T13:00:30.000Z\", \"response_status\": %d}"
                        .formatted(responseStatus))
            .collect(Collectors.joining(","));
    return """
    {"id": "%s", "event_id": "%s", "event_type": "call.ended", "endpoint_id": "%s",
     "status": "%s", "attempts": [%s], "created_at": "2026-11-23T13:00:29.000Z"}
    """
        .formatted(id, event, endpoint, status, attempts);
  }

  /**
   * A transcript.
   *
   * @param characters length of the last turn; 0 for the default
   */
  static String transcript(int turns, int characters) {
    String text = "Guten Tag, hier spricht der digitale Assistent der Beispiel Versand GmbH. ";
    String rows =
        IntStream.range(0, turns)
            .mapToObj(
                index ->
                    """
                    {"index": %d, "speaker": "%s", "start_ms": %d, "text": "%s"}
                    """
                        .formatted(
                            index,
                            index % 2 == 0 ? "agent" : "subject",
                            index * 4_000L,
                            index == turns - 1 && characters > 0
                                ? text.repeat(characters / text.length() + 1)
                                    .substring(0, characters)
                                : text.repeat(1 + index % 3).strip()))
            .collect(Collectors.joining(","));
    return "{\"call_id\": \"call_1\", \"complete\": true, \"turns\": [" + rows + "]}";
  }

  static FakeService serve(FakeService service, String order) {
    return service
        .fixed("/v1/call-orders", 200, page(order))
        .fixed("/v1/call-orders/ord_1", 200, order);
  }
}
