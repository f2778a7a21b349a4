package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.dial.TestClient.ClientResponse;
import eu.callorders.server.json.Json;
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
  JsonNode view() {
    return new TestClient(tenant.fixture(), tenant.id()).enrollment(id).body();
  }

  ClientResponse perform(String action) {
    return new TestClient(tenant.fixture(), tenant.id()).enrollment(id, action);
  }

  String status() {
    return view().path("status").asText();
  }

  String exitReason() {
    return view().path("exit_reason").asText();
  }

  String step() {
    return view().path("current_step_id").asText();
  }

  Instant nextActionAt() {
    return Instant.parse(view().path("next_action_at").asText());
  }

  List<PlacedOrder> orders() {
    return StreamSupport.stream(view().path("call_order_ids").spliterator(), false)
        .map(order -> new PlacedOrder(tenant, IdKind.ORDER.parse(order.asText()).orElseThrow()))
        .toList();
  }

  PlacedOrder order() {
    return orders().getLast();
  }

  List<JsonNode> events() {
    return tenant.fixture().query(EVENTS, tenant.id(), id).stream()
        .map(row -> Json.parse(row.getString(0)))
        .toList();
  }

  List<String> eventTypes() {
    return events().stream().map(event -> event.path("type").asText()).toList();
  }

  List<String> phones() {
    return tenant.fixture().query(PHONES, id).stream().map(row -> row.getString(0)).toList();
  }
}
