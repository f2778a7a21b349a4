package eu.callorders.console.app;

import eu.callorders.console.session.Session;

/** A fake service that records signals: an overdue invoice enrolls, a payment cancels an order. */
final class SignalService implements AutoCloseable {
  static final String MOMENT = "2026-11-20T09:00:00.000Z";

  final DialogService resources = new DialogService();

  SignalService() {
    fixed(
        "GET /v1/sequences",
        page(
            """
            {"id":"seq_1","key":"dunning","status":"active","active_version":1,"versions":[
              {"version":1,"status":"active","trigger":{"signal_type":"invoice.overdue"},
               "exit_conditions":[],"steps":[]}]}
            """));
    fixed(
        "GET /v1/enrollments/enr_1",
        """
        {"id":"enr_1","status":"active","sequence_id":"seq_1","sequence_key":"dunning",
         "sequence_version":1,"subject_reference":"debtor-1","call_order_ids":["ord_1"]}
        """);
    fixed("GET /v1/call-orders?enrollment_id=enr_1&limit=100", page(order("ord_1", "scheduled")));
    fixed(
        "GET /v1/events?event_types=call_order.canceled%2Chold.released%2Cpromise.kept"
            + "%2Cpromise.withdrawn&created_after=2026-11-20T09%3A00%3A00.000Z&limit=100",
        page(
            """
            {"id":"evt_9","type":"call_order.canceled","occurred_at":"%s","related":{},"data":%s}
            """
                .formatted(MOMENT, order("ord_2", "canceled"))));
  }

  private void fixed(String request, String body) {
    resources.service.fixed(request, 200, body);
  }

  private static String page(String... rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"c\"}"
        .formatted(String.join(",", rows));
  }

  private static String order(String id, String status) {
    return """
    {"id":"%s","status":"%s","order_type":"payment_reminder","subject":{"reference":"debtor-1"},
     "created_at":"%s"}
    """
        .formatted(id, status, MOMENT);
  }

  /** A signal of {@code debtor-1}; the effects as JSON. */
  private static String signal(String type, String duplicate, String effects) {
    return """
    {"id":"sig_2","signal_type":"%s","subject_reference":"debtor-1","dedupe_key":"KEY-2",
     "received_at":"%s","duplicate":%s,"triggered":[%s]}
    """
        .formatted(type, MOMENT, duplicate, effects);
  }

  /** Records the next signal, which enrolls the person. */
  void enroll() {
    record("invoice.overdue", "{\"enrollment_id\":\"enr_1\",\"effect\":\"enrolled\"}", 201);
  }

  /** Records the next signal, which belongs to no enrollment. */
  void pay() {
    record("payment.received", "", 201);
  }

  /** Responds to the next signal with an earlier one. */
  void repeat() {
    record("payment.received", "", 200);
  }

  private void record(String type, String effects, int status) {
    fixed("GET /v1/signals/sig_2", signal(type, "false", effects));
    resources.service.fixed(
        "POST /v1/signals", status, signal(type, Boolean.toString(status == 200), effects));
  }

  Session session() {
    return resources.session();
  }

  @Override
  public void close() {
    resources.close();
  }
}
