package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.app.FuzzRequests.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * For each operation of the contract, a successful request of the resources' owner; requests can be
 * repeated.
 *
 * @param newOrder the body of an order that is not dialed soon
 */
record EveryOperation(FuzzResources known, ObjectNode newOrder) {
  private static final String PROMISE =
      """
      {"outcome": {"summary_code": "disputed",
        "findings": {"dispute": {"ground": "other"}, "payment_promise": {"on": "2030-01-01"}}}}
      """;

  /** Creates the resources of a tenant and waits until they are stable. */
  static EveryOperation of(RunningTenant tenant) {
    FuzzResources known =
        FuzzResources.make(tenant.api(), tenant.laterOrder().json(), promisingOrder(tenant).json());
    tenant.await(known.order(), "scheduled");
    tenant.awaitIdle();
    // Last: later events would be sent to the endpoints, with retries.
    known.own().values().stream()
        .filter(id -> id.startsWith("whe_"))
        .forEach(id -> new TestWebhookEndpoints(tenant).verify(id));
    return new EveryOperation(known, tenant.laterOrder().json());
  }

  /** An order that is dialed soon, and whose call makes a promise. */
  static OrderBody promisingOrder(RunningTenant tenant) {
    return tenant.order("24").setJson("/simulate", PROMISE);
  }

  static List<DocumentedOperation> operations() {
    return RunningService.CONTRACT.operations();
  }

  Request request(DocumentedOperation operation) {
    String id = operation.id();
    List<String> headers = new ArrayList<>();
    if (!operation.method().equals("GET")) {
      headers.addAll(List.of("Idempotency-Key", "every-" + id));
    }
    if (operation.method().equals("PATCH")) {
      headers.addAll(List.of("If-Match", "*"));
    }
    String query = id.equals("listCalls") ? "?call_order_id=" + known.order() : "";
    String target = operation.path(known.about(id), "1") + query;
    JsonNode body = body(id);
    return new Request(operation.method(), target, headers, body == null ? null : body.toString());
  }

  private JsonNode body(String operationId) {
    return switch (operationId) {
      case "createCallOrder" -> newOrder;
      case "updateCallOrder" -> Api.json("{\"metadata\": {\"changed\": true}}");
      case "previewCallOrders" -> Api.json("{\"call_orders\": [" + newOrder + "]}");
      case "advanceSandboxClock" -> Api.json("{\"by\": \"PT0S\"}");
      case "createOrderType" -> OrderTypeBody.of("every");
      case "updateOrderType" -> Api.json("{\"title\": \"Changed\"}");
      case "createSignal" -> SignalBody.of("every.signal", "every", "every").json();
      case "createSequence" -> SequenceBody.of("every");
      case "createSequenceVersion" -> SequenceBody.version();
      case "previewSequence" -> SequenceBody.preview(SequenceBody.version());
      case "createSuppression" -> Api.json("{\"subject_reference\": \"every\"}");
      case "createHold" -> Api.json("{\"subject_reference\": \"every\", \"reason\": \"other\"}");
      case "createWebhookEndpoint" -> TestWebhookEndpoints.body();
      case "updateWebhookEndpoint" -> Api.json("{\"description\": \"Changed\"}");
      case "replayWebhookEvents" -> Api.json("{}").put("after", known.event());
      default -> null;
    };
  }
}
