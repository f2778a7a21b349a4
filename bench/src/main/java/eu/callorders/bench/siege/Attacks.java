package eu.callorders.bench.siege;

import eu.callorders.bench.siege.SiegeTenant.Call;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** An attack by each operation of the contract, as costly as it can be made. */
final class Attacks {
  private static final String OBJECTIVE = "x".repeat(2_000);
  private static final String ACTION = "";

  private final Target target;
  private final String since;

  /**
   * @param since an instant before which nothing of the tenant happened
   */
  Attacks(Target target, String since) {
    this.target = target;
    this.since = since;
  }

  List<Attack> all() {
    return Stream.of(
            orders(), orderTypes(), signalsAndSequences(), suppressions(), webhooks(), feed())
        .flatMap(List::stream)
        .toList();
  }

  private static Attack get(String name, String path) {
    return new Attack(name, number -> Call.get(path));
  }

  private static Attack post(String name, String path) {
    return new Attack(name, number -> Call.post(path, ACTION));
  }

  private static Attack with(String name, IntFunction<Call> call) {
    return new Attack(name, call);
  }

  private List<Attack> orders() {
    String order = "/v1/call-orders/" + target.order();
    return List.of(
        with(
            "createCallOrder",
            number ->
                Call.post(
                    "/v1/call-orders", Bodies.largeOrder("siege-order-" + number, number, ""))),
        with(
            "createCallOrder of 1 MiB",
            number ->
                Call.post(
                    "/v1/call-orders",
                    Bodies.padded(Bodies.largeOrder("siege-order-" + number, number, "")))),
        get("listCallOrders", "/v1/call-orders?limit=100"),
        get("listCallOrders without a match", "/v1/call-orders?status=failed&limit=100"),
        get("getCallOrder", order),
        with(
            "updateCallOrder",
            number ->
                new Call("PATCH", order, "{\"metadata\": " + Bodies.metadata("" + number) + "}")),
        post("cancelCallOrder", "/v1/call-orders/" + target.callOrder() + "/cancel"),
        get("listCalls", "/v1/calls?call_order_id=" + target.callOrder()),
        get("getCall", "/v1/calls/" + target.call()),
        get("getCallTranscript", "/v1/calls/" + target.call() + "/transcript"),
        get("getCallRecording", "/v1/calls/" + target.call() + "/recording"));
  }

  private List<Attack> orderTypes() {
    return List.of(
        get("listOrderTypes", "/v1/order-types?status=draft&limit=100"),
        with(
            "createOrderType",
            number -> Call.post("/v1/order-types", orderType("siege_" + number))),
        get("getOrderType", "/v1/order-types/payment_reminder"),
        with(
            "updateOrderType",
            number ->
                new Call(
                    "PATCH",
                    "/v1/order-types/payment_reminder",
                    "{\"agent\": {\"objective\": \"" + number + OBJECTIVE.substring(20) + "\"}}")),
        with("archiveOrderType", number -> Call.post("/v1/order-types/unknown/archive", ACTION)));
  }

  private static String orderType(String key) {
    return "{\"key\": \"%s\", \"title\": \"Siege\", \"agent\": {\"objective\": \"%s\"}}"
        .formatted(key, OBJECTIVE);
  }

  private List<Attack> signalsAndSequences() {
    String sequence = "/v1/sequences/" + target.sequence();
    String enrollment = "/v1/enrollments/" + target.enrollment();
    return List.of(
        with(
            "createSignal",
            number ->
                Call.post(
                    "/v1/signals", Bodies.largeSignal("siege.started", "siege-" + number, number))),
        get("getSignal", "/v1/signals/" + target.signal()),
        get("listSequences", "/v1/sequences?status=archived&limit=100"),
        with(
            "createSequence",
            number ->
                Call.post(
                    "/v1/sequences",
                    Bodies.padded(Target.sequence("siege_" + number, "siege.never")))),
        get("getSequence", sequence),
        with(
            "createSequenceVersion",
            number ->
                Call.post(sequence + "/versions", Bodies.largeVersion("siege.started"))
                    .keyed("siege-version-" + number)),
        post("activateSequenceVersion", sequence + "/versions/1/activate"),
        post("archiveSequence", "/v1/sequences/unknown/archive"),
        get("listEnrollments", "/v1/enrollments?status=failed&limit=100"),
        get("getEnrollment", enrollment),
        post("pauseEnrollment", enrollment + "/pause"),
        post("resumeEnrollment", enrollment + "/resume"),
        post("cancelEnrollment", enrollment + "/cancel"));
  }

  private static List<Attack> suppressions() {
    return List.of(
        with(
            "createSuppression",
            number ->
                Call.post("/v1/suppressions", "{\"subject_reference\": \"siege-" + number + "\"}")),
        get("listSuppressions", "/v1/suppressions?source=operator&limit=100"),
        with("deleteSuppression", number -> new Call("DELETE", "/v1/suppressions/unknown", "")));
  }

  private List<Attack> webhooks() {
    String endpoint = "/v1/webhook-endpoints/" + target.endpoints().getFirst();
    return List.of(
        get("listWebhookEndpoints", "/v1/webhook-endpoints?limit=100"),
        with(
            "createWebhookEndpoint",
            number ->
                Call.post(
                    "/v1/webhook-endpoints",
                    "{\"url\": \"https://siege-" + number + ".example.org/\"}")),
        get("getWebhookEndpoint", endpoint),
        with(
            "updateWebhookEndpoint",
            number -> new Call("PATCH", endpoint, "{\"description\": \"attack " + number + "\"}")),
        with("deleteWebhookEndpoint", number -> new Call("DELETE", endpoint + "x", "")),
        with(
            "testWebhookEndpoint",
            number ->
                Call.post(
                    "/v1/webhook-endpoints/"
                        + target.endpoints().get(number % target.endpoints().size())
                        + "/test",
                    ACTION)),
        post("rotateWebhookSecret", endpoint + "/rotate-secret"),
        with(
            "replayWebhookEvents",
            number ->
                Call.post(
                    endpoint + "/replay",
                    "{\"dry_run\": true, \"only_failed\": true, \"since\": \"" + since + "\"}")),
        get(
            "listWebhookDeliveries",
            "/v1/webhook-deliveries?event_type=signal.received&limit=100"));
  }

  private static List<Attack> feed() {
    return List.of(
        get("listEvents", "/v1/events?event_types=signal.received&limit=100"),
        get("listEvents of large orders", "/v1/events?event_types=call_order.accepted&limit=100"),
        get("getEvent", "/v1/events/evt_01m840bp4mecasj3vjxvs95yam"),
        get("getTenant", "/v1/tenant"));
  }
}
