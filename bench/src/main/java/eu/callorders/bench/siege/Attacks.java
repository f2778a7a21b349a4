package eu.callorders.bench.siege;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** An attack by each operation of the contract, as costly as it can be made. */
final class Attacks {
  private static final String OBJECTIVE = "x".repeat(2_000);

  /**
   * The refusals of attacks whose cost precedes them: the service looks for a host that does not
   * exist.
   */
  static final Map<String, Set<Integer>> REFUSED_AFTER_WORK =
      Map.of("createWebhookEndpoint", Set.of(422));

  /** Together they have more numbers than the service keeps the locations of. */
  private static final int PREVIEWS = 20;

  private final List<Attack> attacks = new ArrayList<>();

  private Attacks() {}

  /** Requests of one kind, each made from its number. */
  record Attack(String name, IntFunction<SiegeTenant.Call> call) {}

  /** Nothing of the tenant happened before the instant {@code since}. */
  static List<Attack> on(Target target, String since) {
    Attacks all = new Attacks();
    all.orders(target);
    all.orderTypes();
    all.signalsAndSequences(target);
    all.suppressions();
    all.holds();
    all.webhooks(target, since);
    all.feed();
    return all.attacks;
  }

  private void add(String name, IntFunction<SiegeTenant.Call> call) {
    attacks.add(new Attack(name, call));
  }

  private void get(String name, String path) {
    add(name, number -> SiegeTenant.Call.get(path));
  }

  private void post(String name, String path) {
    post(name, path, number -> "");
  }

  private void post(String name, String path, IntFunction<String> body) {
    add(name, number -> SiegeTenant.Call.post(path, body.apply(number)));
  }

  private void patch(String name, String path, IntFunction<String> body) {
    add(name, number -> new SiegeTenant.Call("PATCH", path, body.apply(number)));
  }

  private void delete(String name, String path) {
    add(name, number -> new SiegeTenant.Call("DELETE", path, ""));
  }

  private void orders(Target target) {
    String orders = "/v1/call-orders";
    String order = orders + "/" + target.order();
    String call = "/v1/calls/" + target.call();
    IntFunction<String> large = number -> Bodies.largeOrder("siege-order-" + number, number, "");
    post("createCallOrder", orders, large);
    post("createCallOrder of 1 MiB", orders, number -> Bodies.padded(large.apply(number)));
    get("listCallOrders", orders + "?limit=100");
    get("listCallOrders without a match", orders + "?status=failed&limit=100");
    get("getCallOrder", order);
    patch(
        "updateCallOrder", order, number -> "{\"metadata\": " + Bodies.metadata("" + number) + "}");
    post("cancelCallOrder", orders + "/" + target.callOrder() + "/cancel");
    List<String> previews = IntStream.range(0, PREVIEWS).mapToObj(Bodies::hundredOrders).toList();
    post("previewCallOrders", orders + "/preview", number -> previews.get(number % PREVIEWS));
    get("getCallOrderExplanation", order + "/explanation");
    get("listCalls", "/v1/calls?call_order_id=" + target.callOrder());
    get("getCall", call);
    get("getCallTranscript", call + "/transcript");
    get("getCallRecording", call + "/recording");
    get("getCallEvidence", call + "/evidence");
  }

  private void orderTypes() {
    String types = "/v1/order-types";
    get("listOrderTypes", types + "?status=draft&limit=100");
    post(
        "createOrderType",
        types,
        number ->
            "{\"key\": \"siege_%d\", \"title\": \"Siege\", \"agent\": {\"objective\": \"%s\"}}"
                .formatted(number, OBJECTIVE));
    get("getOrderType", types + "/payment_reminder");
    patch(
        "updateOrderType",
        types + "/payment_reminder",
        number -> "{\"agent\": {\"objective\": \"" + number + OBJECTIVE.substring(20) + "\"}}");
    post("archiveOrderType", types + "/unknown/archive");
  }

  private void signalsAndSequences(Target target) {
    String sequences = "/v1/sequences";
    String sequence = sequences + "/" + target.sequence();
    String enrollment = "/v1/enrollments/" + target.enrollment();
    post(
        "createSignal",
        "/v1/signals",
        number -> Bodies.largeSignal("siege.started", "siege-" + number, number));
    get("getSignal", "/v1/signals/" + target.signal());
    get("listSequences", sequences + "?status=archived&limit=100");
    post(
        "createSequence",
        sequences,
        number -> Bodies.padded(Bodies.sequence("siege_" + number, "siege.never")));
    String preview = Bodies.longestPreview();
    post("previewSequence", sequences + "/preview", number -> preview);
    get("getSequence", sequence);
    String version = Bodies.largeVersion("siege.started");
    add(
        "createSequenceVersion",
        number ->
            new SiegeTenant.Call(
                "POST", sequence + "/versions", version, "siege-version-" + number));
    post("activateSequenceVersion", sequence + "/versions/1/activate");
    post("archiveSequence", sequences + "/unknown/archive");
    get("listEnrollments", "/v1/enrollments?status=failed&limit=100");
    get("getEnrollment", enrollment);
    post("pauseEnrollment", enrollment + "/pause");
    post("resumeEnrollment", enrollment + "/resume");
    post("cancelEnrollment", enrollment + "/cancel");
  }

  private void suppressions() {
    String suppressions = "/v1/suppressions";
    post(
        "createSuppression",
        suppressions,
        number -> "{\"subject_reference\": \"siege-" + number + "\"}");
    get("listSuppressions", suppressions + "?source=operator&limit=100");
    delete("deleteSuppression", suppressions + "/unknown");
  }

  private void holds() {
    String holds = "/v1/holds";
    post(
        "createHold",
        holds,
        number ->
            """
            {"subject_reference": "siege-%d", "reason": "disputed"}
            """
                .formatted(number));
    get("listHolds", holds + "?status=released&limit=100");
  }

  private void webhooks(Target target, String since) {
    String endpoints = "/v1/webhook-endpoints";
    String endpoint = endpoints + "/" + target.endpoints().getFirst();
    get("listWebhookEndpoints", endpoints + "?limit=100");
    post(
        "createWebhookEndpoint",
        endpoints,
        number -> "{\"url\": \"https://siege-" + number + ".example.org/\"}");
    get("getWebhookEndpoint", endpoint);
    patch(
        "updateWebhookEndpoint",
        endpoint,
        number -> "{\"description\": \"attack " + number + "\"}");
    delete("deleteWebhookEndpoint", endpoint + "x");
    List<String> ids = target.endpoints();
    add(
        "testWebhookEndpoint",
        number ->
            SiegeTenant.Call.post(endpoints + "/" + ids.get(number % ids.size()) + "/test", ""));
    post("rotateWebhookSecret", endpoint + "/rotate-secret");
    post(
        "replayWebhookEvents",
        endpoint + "/replay",
        number -> "{\"dry_run\": true, \"only_failed\": true, \"since\": \"" + since + "\"}");
    get("listWebhookDeliveries", "/v1/webhook-deliveries?event_type=signal.received&limit=100");
  }

  private void feed() {
    get("listEvents", "/v1/events?event_types=signal.received&limit=100");
    get("listEvents of large orders", "/v1/events?event_types=call_order.accepted&limit=100");
    get("getEvent", "/v1/events/evt_01m840bp4mecasj3vjxvs95yam");
    get("getTenant", "/v1/tenant");
  }
}
