package eu.callorders.console.app;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** A fake service with a few resources of each kind; it refuses every change. */
final class DialogService implements AutoCloseable {
  private static final String TENANT = "/admin/v1/tenants/tn_1";
  static final String OPERATORS = "/admin/v1/operators";
  private static final String REFUSED = "{\"status\":409,\"code\":\"already_exists\"}";

  final FakeService service = new FakeService();

  /** Of the tenant: noon of a day to come, so that its day does not end within a test. */
  final Instant clock =
      Instant.now()
          .truncatedTo(ChronoUnit.DAYS)
          .plus(Duration.ofDays(6))
          .plus(Duration.ofHours(12));

  DialogService() {
    for (String list : List.of("events", "order-types", "promises")) {
      service.fixed("/v1/" + list, 200, page());
    }
    service.fixed(
        "/v1/webhook-deliveries",
        200,
        page(
            """
            {"id":"whd_1","event_id":"evt_1","event_type":"call.ended","endpoint_id":"whe_1",
             "status":"failed","attempts":[],"created_at":"2026-11-20T10:00:00.000Z"}
            """,
            """
            {"id":"whd_3","event_id":"evt_3","event_type":"call.ended","endpoint_id":"whe_1",
             "status":"failed","attempts":[],"created_at":"2026-11-20T09:00:00.000Z"}
            """));
    service.fixed("/v1/tenant", 200, "{\"id\":\"tn_1\",\"name\":\"Acme\"}");
    service.fixed("/admin/v1/overview", 200, "{}");
    service.fixed(
        "/admin/v1/dialing/halts",
        200,
        """
        {"halts":[{"id":"hlt_1","country":"AT","halted_at":"2026-11-20T10:00:00.000Z",
         "reason":"holiday"}]}
        """);
    resources("/v1/call-orders", order("ord_1"), order("ord_2"));
    for (String order : List.of("ord_1", "ord_2")) {
      service.fixed(TENANT + "/call-orders/" + order + "/explanation", 200, "{\"rules\":[]}");
    }
    resources("/v1/enrollments", enrollment("enr_1", "active"), enrollment("enr_2", "paused"));
    resources(
        "/v1/sequences",
        """
        {"id":"seq_1","key":"dunning","title":"Dunning","status":"active","active_version":1,
         "versions":[{"version":1,"status":"active","steps":[]},
          {"version":2,"status":"draft","steps":[]}]}
        """);
    resources(
        "/v1/signals",
        """
        {"id":"sig_1","signal_type":"claim.disputed","subject_reference":"debtor-1",
         "dedupe_key":"KEY-1","received_at":"2026-11-20T09:00:00.000Z","duplicate":false,
         "triggered":[{"enrollment_id":"enr_1","effect":"exited"}]}
        """);
    resources("/v1/webhook-endpoints", endpoint(""));
    resources("/v1/suppressions", "{\"id\":\"sup_1\",\"phone\":\"+493023125001\"}");
    resources(
        "/v1/holds",
        """
        {"id":"hld_1","subject_reference":"debtor-1","reason":"deceased","status":"active",
         "source":"call_result"}
        """);
    resources(
        "/admin/v1/tenants",
        """
        {"id":"tn_1","tenant_id":"tn_1","name":"Acme",
         "predial_check":{"url":"https://client.example/ask"}}
        """);
    service.fixed(
        TENANT + "/calls",
        200,
        page(
            """
            {"call_id":"call_1","call_order_id":"ord_1","status":"answered",
             "subject_reference":"debtor-1","to":"+493023125021"}
            """));
    resources(
        TENANT + "/registrations",
        """
        {"id":"cli_1","client_id":"cli_1","tenant_id":"tn_1","name":"App","scopes":[],
         "secrets":[{"secret_id":"sec_1","created_at":"2026-11-20T10:00:00.000Z"}]}
        """);
    resources(
        OPERATORS,
        """
        {"id":"opr_1","operator_id":"opr_1","name":"Ada Example","role":"operate",
         "disabled":false}
        """);
    service.fixed(
        TENANT + "/test-clock", 200, "{\"now\":\"%s\",\"status\":\"ready\"}".formatted(clock));
    service.fixed(TENANT + "/legal-holds", 200, page());
    for (String change :
        List.of(
            "POST /v1/call-orders/ord_1/cancel",
            "POST /v1/call-orders/ord_2/cancel",
            "POST /v1/enrollments/enr_1/pause",
            "POST /v1/enrollments/enr_1/cancel",
            "POST /v1/enrollments/enr_2/resume",
            "POST /v1/sequences/seq_1/archive",
            "POST /v1/sequences/seq_1/versions/2/activate",
            "POST /v1/webhook-endpoints/whe_1/rotate-secret",
            "PATCH /v1/webhook-endpoints/whe_1",
            "DELETE /v1/webhook-endpoints/whe_1",
            "POST /v1/webhook-deliveries/whd_1/resend",
            "POST /v1/webhook-deliveries/whd_3/resend",
            "POST /v1/suppressions",
            "DELETE /v1/suppressions/sup_1",
            "POST /v1/holds",
            "POST /v1/signals",
            "DELETE /v1/holds/hld_1",
            "POST " + TENANT + "/calls/call_1/hangup",
            "POST " + TENANT + "/predial-check/rotate-secret",
            "DELETE " + TENANT + "/subjects/debtor-1",
            "POST " + OPERATORS,
            "PATCH " + OPERATORS + "/opr_1",
            "POST /admin/v1/dialing/halt",
            "POST /admin/v1/dialing/resume",
            "PATCH " + TENANT,
            "PATCH " + TENANT + "/registrations/cli_1",
            "DELETE " + TENANT + "/registrations/cli_1/secrets/sec_1",
            "POST " + TENANT + "/test-clock/advance")) {
      service.fixed(change, 409, REFUSED);
    }
    service.fixed("POST /v1/webhook-endpoints/whe_1/replay", 200, "{\"events\":3}");
    service.fixed(
        "POST " + TENANT + "/registrations/cli_1/secrets", 201, "{\"client_secret\":\"cosk_1\"}");
  }

  /** A list, and each of its rows by its identifier. */
  private void resources(String list, String... rows) {
    service.fixed("GET " + list, 200, page(rows));
    for (String row : rows) {
      String id = row.replaceAll("(?s).*?\"id\":\"([^\"]*)\".*", "$1");
      service.fixed("GET " + list + "/" + id, 200, row);
    }
  }

  private static String page(String... rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"c\"}"
        .formatted(String.join(",", rows));
  }

  private static String order(String id) {
    return """
    {"id":"%s","status":"scheduled","order_type":"payment_reminder","attempt_count":0,
     "subject":{"reference":"debtor-1"},"contacts":[],"scheduling":{"max_attempts":4},
     "next_attempt_at":"2026-11-21T09:00:00.000Z",
     "created_at":"2026-11-20T09:00:00.000Z","updated_at":"2026-11-20T09:00:00.000Z"}
    """
        .formatted(id);
  }

  private static String enrollment(String id, String status) {
    return """
    {"id":"%s","status":"%s","sequence_id":"seq_1","sequence_version":1,
     "next_action_at":"2026-12-24T09:00:00.000Z","call_order_ids":[]}
    """
        .formatted(id, status);
  }

  /** The endpoint as a response; {@code members} begin with a comma. */
  static String endpoint(String members) {
    return """
    {"id":"whe_1","url":"https://hooks.example/calls","status":"active","event_types":[]%s}
    """
        .formatted(members);
  }

  Session session() {
    return session(service, "sandbox");
  }

  Session session(String environment) {
    return session(service, environment);
  }

  /** A session with all scopes and the administration at the same address. */
  static Session session(FakeService service, String environment) {
    Transport transport =
        new Transport(
            new Transport.Timeouts(
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                Duration.ofMillis(1),
                Duration.ZERO));
    ApiClient api = ApiClient.administration(transport, service.address(), "token");
    return new Session(
        "Operations",
        environment,
        "tn_1",
        Json.object().put("name", "Acme"),
        EnumSet.allOf(Scope.class),
        api,
        Optional.of(api),
        new ConnectionStatus());
  }

  /** The changes that were requested so far, as {@code POST /path body}. */
  List<String> changes() {
    return service.requests().stream()
        .filter(request -> !request.method().equals("GET"))
        .map(request -> request.method() + " " + request.target() + " " + request.body())
        .toList();
  }

  @Override
  public void close() {
    service.close();
  }
}
