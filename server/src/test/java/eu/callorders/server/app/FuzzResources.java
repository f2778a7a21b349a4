package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Resources of one tenant.
 *
 * @param call an ended one
 * @param entry a suppression
 * @param own by operation, a resource that only this operation uses
 */
record FuzzResources(
    String order, String call, String event, String entry, Map<String, String> own) {
  /** A long wait, so that enrollments stay there. */
  private static final String SEQUENCE_WITH_WAIT =
      """
      {"key": "sequence", "title": "t", "trigger": {"signal_type": "fuzz.begun"},
       "steps": [{"id": "rest", "type": "wait", "after": {"min": "P300D"}}]}
      """;

  private static final List<String> OF_SEQUENCES =
      List.of("getSequence", "createSequenceVersion", "activateSequenceVersion", "archiveSequence");
  private static final List<String> OF_ENROLLMENTS =
      List.of("getEnrollment", "pauseEnrollment", "resumeEnrollment", "cancelEnrollment");
  private static final List<String> OF_ENDPOINTS =
      List.of(
          "getWebhookEndpoint",
          "updateWebhookEndpoint",
          "deleteWebhookEndpoint",
          "testWebhookEndpoint",
          "rotateWebhookSecret",
          "replayWebhookEvents");
  private static final Set<String> TERMINAL = Set.of("completed", "expired", "canceled", "failed");

  /**
   * Creates the resources.
   *
   * @param later an order that is not dialed soon
   * @param soon one that is, to a number that answers
   */
  static FuzzResources make(Api api, JsonNode later, JsonNode soon) {
    String order = api.create(later).is(202).id();
    String dialed = api.create(soon).is(202).id();
    ServiceResponse ended =
        Await.until(
            dialed + " ends",
            () -> api.order(dialed),
            response -> TERMINAL.contains(response.at("/status")));
    ServiceResponse events =
        Await.until(
            "the feed contains " + order,
            () -> api.get("/v1/events?call_order_id=" + order).is(200),
            response -> !response.rows().isEmpty());
    for (String key : List.of("changed", "archived")) {
      api.post(OrderTypeBody.PATH, OrderTypeBody.of(key)).is(201);
    }
    ServiceResponse entry =
        api.post("/v1/suppressions", Api.json("{\"subject_reference\": \"f\"}"));
    return new FuzzResources(
        order, ended.at("/calls/0/id"), events.at("/data/0/id"), entry.is(201).id(), own(api));
  }

  /** The resource for the path of an operation. */
  String about(String operationId) {
    return switch (operationId) {
      case "getCall", "getCallEvidence", "getCallTranscript", "getCallRecording" -> call;
      case "getEvent" -> event;
      case "getOrderType", "updateOrderType", "listOrderTypeVersions" -> "changed";
      case "archiveOrderType" -> "archived";
      case "deleteSuppression" -> entry;
      default -> own.getOrDefault(operationId, order);
    };
  }

  /** Without the permitted webhook target there is none. */
  private static Map<String, String> own(Api api) {
    Map<String, String> own = new HashMap<>();
    List<String> promises = api.get("/v1/promises").is(200).ids();
    own.put("getPromise", promises.isEmpty() ? "none" : promises.getFirst());
    for (String operation : List.of("getHold", "releaseHold")) {
      ObjectNode hold = Api.json("{\"reason\": \"other\"}").put("subject_reference", operation);
      own.put(operation, api.post("/v1/holds", hold).is(201).id());
    }
    for (String operation : OF_ENDPOINTS) {
      ServiceResponse made = api.post(TestWebhookEndpoints.PATH, TestWebhookEndpoints.body());
      own.put(operation, made.status() == 201 ? made.id() : "none");
    }
    ServiceResponse sent =
        api.get("/v1/webhook-deliveries?endpoint_id=" + own.get("replayWebhookEvents"));
    own.put("resendWebhookDelivery", sent.rows().isEmpty() ? "none" : sent.at("/data/0/id"));
    for (String operation : OF_SEQUENCES) {
      own.put(operation, SequenceBody.create(api, operation.toLowerCase(Locale.ROOT)));
    }
    String sequence = api.post(SequenceBody.PATH, Api.json(SEQUENCE_WITH_WAIT)).is(201).id();
    SequenceBody.activate(api, sequence, 1).is(200);
    for (String operation : OF_ENROLLMENTS) {
      ServiceResponse signal = signal(api, operation);
      own.put(operation, signal.at("/triggered/0/enrollment_id"));
      own.put("getSignal", signal.id());
    }
    api.post("/v1/enrollments/" + own.get("resumeEnrollment") + "/pause").is(200);
    return own;
  }

  private static ServiceResponse signal(Api api, String person) {
    return api.post("/v1/signals", SignalBody.of("fuzz.begun", person, person).json()).is(201);
  }
}
