package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.dial.TestClient.ClientResponse;
import eu.callorders.server.http.Json;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** An enrollment. */
record TestEnrollment(TestTenant tenant, UUID id) {
  private static final String EVENTS =
      "SELECT envelope FROM event WHERE tenant_id = $1 AND enrollment_id = $2 AND type LIKE"
          + " 'enrollment.%' ORDER BY xid, seq";

  private static final String PHONES =
      "SELECT phone FROM enrollment_phone WHERE enrollment_id = $1 ORDER BY phone";

  /** The client's current view. */
  JsonNode shown() {
    return new TestClient(tenant.house(), tenant.id()).enrollment(id).body();
  }

  ClientResponse ask(String action) {
    return new TestClient(tenant.house(), tenant.id()).enrollment(id, action);
  }

  String status() {
    return shown().path("status").asText();
  }

  String exitReason() {
    return shown().path("exit_reason").asText();
  }

  String step() {
    return shown().path("current_step_id").asText();
  }

  Instant nextActionAt() {
    return Instant.parse(shown().path("next_action_at").asText());
  }

  List<PlacedOrder> orders() {
    return StreamSupport.stream(shown().path("call_order_ids").spliterator(), false)
        .map(order -> new PlacedOrder(tenant, IdKind.ORDER.parse(order.asText()).orElseThrow()))
        .toList();
  }

  PlacedOrder order() {
    return orders().getLast();
  }

  List<JsonNode> events() {
    return tenant.house().query(EVENTS, tenant.id(), id).stream()
        .map(row -> Json.parse(row.getString(0)))
        .toList();
  }

  List<String> eventTypes() {
    return events().stream().map(event -> event.path("type").asText()).toList();
  }

  List<String> phones() {
    return tenant.house().query(PHONES, id).stream().map(row -> row.getString(0)).toList();
  }
}
