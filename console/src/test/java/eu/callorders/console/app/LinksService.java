package eu.callorders.console.app;

import java.util.List;
import java.util.stream.IntStream;

/** A fake service with an order of a person that is linked with everything else, among others. */
final class LinksService implements AutoCloseable {
  /** The orders of the first page and of the second one. */
  static final int ORDERS = 130;

  static final String LINKED = "ord_007";
  private static final int PAGE = 100;
  private static final String LIST = "GET /v1/call-orders?";
  private static final String ENTRIES = "GET /v1/suppressions?";
  private static final List<String> NONE = List.of();

  final DialogService resources = new DialogService();

  LinksService() {
    List<String> all = IntStream.rangeClosed(1, ORDERS).mapToObj(LinksService::order).toList();
    fixed(LIST + "limit=100", page(true, all.subList(0, PAGE)));
    fixed(LIST + "limit=100&after=c", page(false, all.subList(PAGE, ORDERS)));
    List<String> linked = List.of(order(7));
    fixed(LIST + "order_type=payment_reminder&limit=100", page(true, all.subList(0, PAGE)));
    fixed(
        LIST + "order_type=payment_reminder&limit=100&after=c",
        page(false, all.subList(PAGE, ORDERS)));
    fixed(LIST + "client_reference=case-7&limit=100", page(false, linked));
    fixed(LIST + "subject_reference=case-7&limit=100", page(false, NONE));
    fixed(LIST + "subject_reference=debtor-7&limit=100", page(false, List.of(order(7), order(8))));
    fixed(LIST + "enrollment_id=enr_1&limit=100", page(false, linked));
    for (int number : new int[] {7, 8, 120}) {
      String id = id(number);
      fixed(ENTRIES + "subject_reference=debtor-%d&limit=100".formatted(number), page(false, NONE));
      fixed("GET /v1/call-orders/" + id, order(number));
      fixed("GET /admin/v1/tenants/tn_1/call-orders/" + id + "/explanation", "{\"rules\":[]}");
      fixed("GET /v1/events?call_order_id=" + id + "&limit=100", page(false, List.of(event())));
    }
    fixed("GET /v1/events/evt_1", event());
    fixed(
        "GET /v1/enrollments/enr_1",
        """
        {"id":"enr_1","status":"active","sequence_id":"seq_1","sequence_version":1,
         "triggered_by_signal_id":"sig_1","call_order_ids":["%s"]}
        """
            .formatted(LINKED));
    fixed("GET /v1/order-types/payment_reminder", "{\"key\":\"payment_reminder\"}");
    fixed(ENTRIES + "phone=%2B493023125021&limit=100", page(false, NONE));
    fixed(
        ENTRIES + "subject_reference=debtor-7&limit=100",
        page(false, List.of("{\"id\":\"sup_7\",\"subject_reference\":\"debtor-7\"}")));
    fixed("GET /v1/webhook-deliveries?event_id=evt_1&limit=100", page(false, NONE));
    fixed(
        "GET /v1/webhook-deliveries",
        page(
            false,
            List.of(
                """
                {"id":"whd_1","event_id":"evt_1","event_type":"call_order.accepted",
                 "endpoint_id":"whe_1","status":"succeeded","attempts":[]}
                """)));
  }

  private void fixed(String request, String body) {
    resources.service.fixed(request, 200, body);
  }

  private static String page(boolean more, List<String> rows) {
    return "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":\"c\"}"
        .formatted(String.join(",", rows), more);
  }

  static String id(int number) {
    return "ord_%03d".formatted(number);
  }

  /** Newer orders have smaller numbers. */
  private static String order(int number) {
    return """
    {"id":"%s","status":"scheduled","order_type":"payment_reminder","attempt_count":0,
     "client_reference":"case-%d","enrollment_id":"enr_1","subject":{"reference":"debtor-%d"},
     "contacts":[{"channel":"phone","value":"+493023125021"}],
     "created_at":"2026-11-20T%02d:%02d:00.000Z","updated_at":"2026-11-20T09:00:00.000Z"}
    """
        .formatted(id(number), number, number, (ORDERS - number) / 60, (ORDERS - number) % 60);
  }

  private static String event() {
    return """
    {"id":"evt_1","type":"call_order.accepted","occurred_at":"2026-11-20T09:00:00.000Z",
     "related":{"call_order_id":"%s","signal_id":"sig_1"},"data":{}}
    """
        .formatted(LINKED);
  }

  @Override
  public void close() {
    resources.close();
  }
}
