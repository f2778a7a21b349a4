package eu.callorders.console.app;

import eu.callorders.console.session.Session;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A fake service whose lists contain every value of their registries. */
final class ListFitService implements AutoCloseable {
  private static final List<String> STATUSES =
      List.of(
          "accepted",
          "scheduled",
          "dialing",
          "in_progress",
          "expired",
          "canceled",
          "failed",
          "active",
          "paused",
          "exited",
          "draft",
          "archived");
  private static final List<String> CODES =
      List.of(
          "objection_to_calls",
          "deceased_reported",
          "represented",
          "insolvency_reported",
          "disputed",
          "payment_claimed",
          "payment_promised",
          "installment_wish",
          "settlement_wish",
          "hardship_stated",
          "callback_requested",
          "human_requested",
          "refused",
          "language_barrier",
          "identity_not_confirmed",
          "third_party_only",
          "wrong_number",
          "conversation_incomplete",
          "no_outcome",
          "voicemail",
          "no_contact",
          "number_unusable",
          "technical_failure",
          "outcome_unknown",
          "canceled",
          "expired",
          "suppressed");

  /** Long ones that change no list. */
  private static final List<String> TYPES =
      List.of("call.transcript_available", "signal.received", "webhook_endpoint.disabled");

  private static final List<String> ERRORS =
      List.of(
          "target_refused",
          "connection_failed",
          "certificate_refused",
          "invalid_response",
          "unsendable");

  private static final List<String> ACTIONS =
      List.of("registration.secret_revoked", "master_key.reencryption_started", "subject.exported");

  private static final List<String> HOLD_REASONS =
      List.of(
          "disputed",
          "payment_promised",
          "payment_claimed",
          "deceased",
          "represented",
          "insolvent",
          "wrong_number",
          "hardship",
          "identity_not_confirmed",
          "vulnerable",
          "breathing_space",
          "other");

  /** In all events, which other lists show by the person alone. */
  private static final String SIGNAL =
      """
      {"id":"sig_ID","signal_type":"invoice.overdue_for_a_long_time","dedupe_key":"RE-2026-08812:2",
       "subject_reference":"SUBJ-20417","occurred_at":"2026-09-28T20:48:58.000Z",
       "received_at":"2026-09-28T20:48:58.000Z","metadata":{"campaign":"autumn"},
       "triggered":[{"enrollment_id":"enr_01m8407bp4mecasj3vjxvs95ym","effect":"enrolled"},
        {"enrollment_id":"enr_01m8407bp4mecasj3vjxvs95ym","effect":"exited"},{"enrollment_id":"enr_01m8407bp4mecasj3vjxvs95ym","effect":"replaced"},
        {"enrollment_id":"enr_01m8407bp4mecasj3vjxvs95ym","effect":"skipped"}]}
      """;

  /** Status and source. */
  private static final List<List<String>> HOLD_VARIANTS =
      List.of(
          List.of("active", "call_result"),
          List.of("released", "operator"),
          List.of("expired", "signal"));

  private final DialogService resources = new DialogService();

  ListFitService() {
    list(
        "/v1/call-orders",
        Stream.concat(
            STATUSES.stream().limit(7).map(status -> order(status, "no_contact")),
            CODES.stream().map(code -> order("completed", code))));
    resources.service.fixed(
        "/admin/v1/tenants/tn_1/call-orders/ord_01m8400bp4mecasj3vjxvs95ym/explanation",
        200,
        "{\"rules\":[]}");
    list("/admin/v1/audit-log", ACTIONS.stream().map(ListFitService::entry));
    list("/v1/enrollments", STATUSES.stream().map(ListFitService::enrollment));
    list("/v1/events", TYPES.stream().map(ListFitService::event));
    list("/v1/signals", TYPES.stream().map(ignored -> SIGNAL));
    list(
        "/v1/webhook-deliveries",
        Stream.of(
                Stream.of("pending", "retrying", "succeeded", "skipped")
                    .map(it -> delivery(it, "", 200)),
                ERRORS.stream().map(error -> delivery("failed", error, 0)),
                Stream.of("http_status", "challenge_not_answered")
                    .map(error -> delivery("failed", error, 500)))
            .flatMap(Function.identity()));
    list(
        "/v1/webhook-endpoints",
        Stream.of("pending_verification", "active", "disabled").map(ListFitService::endpoint));
    list(
        "/v1/suppressions",
        Stream.of("api", "in_call_request", "operator").map(ListFitService::suppression));
    list(
        "/v1/holds",
        HOLD_REASONS.stream()
            .map(reason -> hold(reason, HOLD_VARIANTS.get(HOLD_REASONS.indexOf(reason) % 3))));
    list(
        "/v1/promises",
        Stream.of("open", "kept", "broken", "withdrawn").map(ListFitService::promise));
    list(
        "/admin/v1/tenants/tn_1/calls",
        Stream.of("placing", "placed", "ringing", "answered").map(ListFitService::call));
    list(
        "/admin/v1/operators",
        Stream.of("read", "operate", "administer").map(ListFitService::operator));
    resources.service.computed(
        StatisticsResponse.PATH, target -> StatisticsResponse.to(target, CODES));
    list("/v1/order-types", Stream.of("active", "archived", "draft").map(ListFitService::type));
  }

  private void list(String path, Stream<String> rows) {
    List<String> all = rows.toList();
    List<String> numbered =
        IntStream.range(0, all.size())
            .mapToObj(i -> all.get(i).replace("_ID", "_01m84%02dbp4mecasj3vjxvs95ym".formatted(i)))
            .toList();
    String page = "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"c\"}";
    resources.service.fixed("GET " + path, 200, page.formatted(String.join(",", numbered)));
    for (String row : numbered) {
      String id = row.replaceAll("(?s).*?\"id\":\"([^\"]*)\".*", "$1");
      resources.service.fixed("GET " + path + "/" + id, 200, row);
    }
  }

  private static String order(String status, String code) {
    return """
    {"id":"ord_ID","status":"%s","order_type":"payment_reminder","attempt_count":12,
     "client_reference":"AZ-771-26/1","subject":{"reference":"SUBJ-20417",
      "name":{"given_name":"Wilhelmine","family_name":"Mustermann-Beispiel"}},
     "contacts":[{"channel":"phone","value":"+493023125021"}],"scheduling":{"max_attempts":4},
     "result":{"summary_code":"%s"},"next_attempt_at":"2026-09-28T20:48:58.000Z",
     "created_at":"2026-09-28T20:48:58.000Z","updated_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(status, code);
  }

  private static String enrollment(String status) {
    return """
    {"id":"enr_ID","status":"%s","sequence_id":"seq_1","sequence_key":"overdue_sequence",
     "sequence_version":1,"subject_reference":"SUBJ-20417","current_step_id":"let_it_rest",
     "exit_reason":"do_not_call","next_action_at":"2026-12-24T09:00:00.000Z","call_order_ids":[],
     "created_at":"2026-09-28T20:48:58.000Z","ended_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(status);
  }

  private static String event(String type) {
    return """
    {"id":"evt_ID","type":"%s","occurred_at":"2026-09-28T20:48:58.000Z","environment":"sandbox",
     "related":{"call_order_id":"ord_01m8400bp4mecasj3vjxvs95ym","client_reference":"AZ-771-26/1"},
     "data":%s}
    """
        .formatted(type, SIGNAL);
  }

  private static String delivery(String status, String error, int response) {
    return """
    {"id":"whd_ID","event_id":"evt_01m8400bp4mecasj3vjxvs95ym",
     "event_type":"webhook_endpoint.verification",
     "endpoint_id":"whe_01m8401bp4mecasj3vjxvs95ym","status":"%s",
     "attempts":[{"at":"2026-09-28T20:48:58.000Z","response_status":%d,"duration_ms":12345%s}],
     "next_attempt_at":"2026-09-28T20:48:58.000Z","created_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(status, response, error.isEmpty() ? "" : ",\"error\":\"" + error + "\"");
  }

  private static String endpoint(String status) {
    return """
    {"id":"whe_ID","url":"https://cases.example/hooks/of/the/case/management/calls/v2",
     "status":"%s","description":"Case management of the collections department",
     "event_types":[],"verification":{"state":"failed"},
     "health":{"consecutive_failures":123,"last_success_at":"2026-09-28T20:48:58.000Z",
      "last_failure_at":"2026-09-28T20:48:58.000Z"},"created_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(status);
  }

  private static String suppression(String source) {
    return """
    {"id":"sup_ID","phone":"+493023125001","subject_reference":"SUBJ-20417","source":"%s",
     "reason":"Wishes letters only, and no calls before the hearing in spring",
     "created_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(source);
  }

  private static String hold(String reason, List<String> variant) {
    return """
    {"id":"hld_ID","phone":"+493023125001","subject_reference":"SUBJ-20417",
     "claim":{"contract_number":"V-2026-0815-4711"},"reason":"%s","status":"%s","source":"%s",
     "until":"2026-09-28T20:48:58.000Z","note":"By letter of the heirs, with a certificate",
     "created_at":"2026-09-28T20:48:58.000Z","released_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(reason, variant.getFirst(), variant.getLast());
  }

  private static String promise(String status) {
    return """
    {"id":"prm_ID","status":"%s","call_order_id":"ord_01m8400bp4mecasj3vjxvs95ym",
     "subject_reference":"SUBJ-20417","amount":{"value":"12345.60","currency":"EUR"},
     "due_on":"2026-12-24","created_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(status);
  }

  private static String operator(String role) {
    return """
    {"operator_id":"opr_ID","name":"Ada Example","role":"%s","disabled":%s,
     "created_at":"2026-11-20T09:00:00.000Z","updated_at":"2026-11-20T10:00:00.000Z"}
    """
        .formatted(role, role.equals("read"));
  }

  private static String call(String status) {
    return """
    {"id":"call_ID","call_id":"call_ID","call_order_id":"ord_01m8400bp4mecasj3vjxvs95ym",
     "status":"%s","subject_reference":"SUBJ-20417","to":"+493023125021",
     "from":"+493023125900","started_at":"2026-09-28T20:48:58.000Z",
     "answered_at":"2026-09-28T20:48:58.000Z","hangup_requested_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(status);
  }

  private static String type(String status) {
    return """
    {"id":"oty_ID","key":"payment_reminder","title":"Reminder of a payment that is overdue",
     "status":"%s","version":12,"updated_at":"2026-09-28T20:48:58.000Z",
     "created_at":"2026-09-28T20:48:58.000Z"}
    """
        .formatted(status);
  }

  private static String entry(String action) {
    return """
    {"id":"aud_ID","at":"2026-09-28T20:48:58.000Z","action":"%s","actor":"operator",
     "tenant_id":"tn_01m8401bp4mecasj3vjxvs95ym","target":"cli_01m8401bp4mecasj3vjxvs95ym"}
    """
        .formatted(action);
  }

  Session session() {
    return resources.session();
  }

  @Override
  public void close() {
    resources.close();
  }
}
