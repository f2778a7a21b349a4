package eu.callorders.console.app;

import eu.callorders.console.session.Session;
import java.util.List;

/** A fake service with a person in each list, and another that only a hold names. */
final class SubjectService implements AutoCloseable {
  static final String HOLD =
      """
      {"id":"hld_1","subject_reference":"debtor-1","reason":"disputed","status":"active",
       "source":"api","created_at":"2026-11-20T09:00:00.000Z"}
      """;

  static final String NEW_HOLD = HOLD.replace("hld_1", "hld_2").replace("disputed", "deceased");

  private static final String ORDER =
      """
      {"id":"ord_1","status":"scheduled","order_type":"payment_reminder","attempt_count":1,
       "client_reference":"AZ-1","scheduling":{"max_attempts":4},
       "subject":{"reference":"debtor-1","name":{"given_name":"Erika","family_name":"Muster"}},
       "contacts":[{"channel":"phone","value":"+493023125021"}],
       "calls":[{"id":"call_1","attempt":1,"disposition":"no_answer",
        "started_at":"2026-11-20T10:00:00.000Z","ended_at":"2026-11-20T10:01:00.000Z"}],
       "created_at":"2026-11-20T09:00:00.000Z","updated_at":"2026-11-20T10:01:00.000Z"}
      """;

  private static final List<String> LISTS =
      List.of("holds", "suppressions", "promises", "call-orders", "enrollments");

  final DialogService resources = new DialogService();

  SubjectService() {
    list("call-orders", ORDER);
    resources.service.fixed("GET /v1/call-orders/ord_1", 200, ORDER);
    list("holds", HOLD);
    list(
        "suppressions", "{\"id\":\"sup_1\",\"subject_reference\":\"debtor-1\",\"source\":\"api\"}");
    list(
        "promises",
        """
        {"id":"prm_1","status":"open","call_order_id":"ord_1","subject_reference":"debtor-1",
         "due_on":"2026-12-01"}
        """);
    String enrollment =
        """
        {"id":"enr_1","status":"active","sequence_id":"seq_1","sequence_key":"dunning",
         "sequence_version":1,"subject_reference":"debtor-1","call_order_ids":[]}
        """;
    list("enrollments", enrollment);
    resources.service.fixed("GET /v1/enrollments/enr_1", 200, enrollment);
    resources.service.fixed("POST /v1/holds", 201, NEW_HOLD);
    for (String reference : List.of("unknown", "heir", "mus")) {
      LISTS.forEach(list -> ofSubject(list, reference));
    }
    ofSubject("holds", "heir", HOLD.replace("debtor-1", "heir"));
    resources.service.fixed(
        "/admin/v1/search",
        200,
        """
        {"data":[{"kind":"subject","tenant_id":"tn_1","subject_reference":"debtor-1",
          "name":"Erika Muster","matched":["name"]}],"has_more":false,"searched":["name"]}
        """);
  }

  /** What a list contains from now on. */
  void list(String name, String... rows) {
    resources.service.fixed("GET /v1/" + name, 200, page(rows));
  }

  private void ofSubject(String list, String reference, String... rows) {
    for (int limit : new int[] {1, 100}) {
      String target = "GET /v1/%s?subject_reference=%s&limit=%d".formatted(list, reference, limit);
      resources.service.fixed(target, 200, page(rows));
    }
  }

  private static String page(String... rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"c\"}"
        .formatted(String.join(",", rows));
  }

  /** A legal hold stands on every person from now on. */
  void placeLegalHold() {
    resources.service.fixed(
        "/admin/v1/tenants/tn_1/legal-holds",
        200,
        page("{\"id\":\"lgh_1\",\"reason\":\"suit\",\"created_at\":\"2026-11-20T09:00:00.000Z\"}"));
  }

  Session session() {
    return resources.session();
  }

  @Override
  public void close() {
    resources.close();
  }
}
