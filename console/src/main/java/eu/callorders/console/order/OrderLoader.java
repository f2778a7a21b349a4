package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Reply;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads an order with its events, explanation, transcripts and deliveries. */
final class OrderLoader {
  static final int MAX_EVENTS = 500;

  private final Session session;

  OrderLoader(Session session) {
    this.session = session;
  }

  OrderDetail load(String id) throws ApiException {
    Reply order = session.api().get("/v1/call-orders/" + id);
    Query query = Query.none().with("call_order_id", id);
    Page<JsonNode> events =
        session.may(Scope.EVENTS_READ)
            ? session.api().firstRows("/v1/events", query, MAX_EVENTS)
            : new Page<>(List.of(), false, "");
    return new OrderDetail(
        order.body(), order.etag(), events.rows(), !events.hasMore(), explanation(id));
  }

  /**
   * Missing when the administration is unreachable or rejects its token: the order is shown
   * without.
   */
  private JsonNode explanation(String id) throws ApiException {
    Optional<ApiClient> administration = session.administration();
    if (administration.isEmpty()) {
      return MissingNode.getInstance();
    }
    try {
      String path = "/admin/v1/tenants/" + session.tenantId() + "/call-orders/" + id;
      return administration.get().get(path + "/explanation").body();
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Stopped) {
        throw e;
      }
      return MissingNode.getInstance();
    }
  }

  JsonNode transcript(String callId) throws ApiException {
    return session.api().get("/v1/calls/" + callId + "/transcript").body();
  }

  /** The deliveries of an event, latest first. The API cannot filter them by order. */
  List<TraceEntry.Delivery> deliveries(String eventId) throws ApiException {
    Query query = Query.none().with("event_id", eventId);
    return session.api().page("/v1/webhook-deliveries", query, "").rows().stream()
        .map(TraceEntry.Delivery::of)
        .toList();
  }

  /** The URLs of the first page of endpoints, by identifier. */
  Map<String, String> endpointUrls() throws ApiException {
    Map<String, String> urls = new HashMap<>();
    for (JsonNode endpoint : session.api().page("/v1/webhook-endpoints", Query.none(), "").rows()) {
      urls.put(JsonValues.text(endpoint, "id"), JsonValues.text(endpoint, "url"));
    }
    return urls;
  }
}
