package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.CallOrder;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** An accepted order. */
record PlacedOrder(TestTenant tenant, UUID id) {
  private static final String EVENTS =
      "SELECT envelope FROM event WHERE tenant_id = $1 AND call_order_id = $2 ORDER BY xid, seq";

  CallOrder load() {
    return tenant.fixture().orders.load(id);
  }

  /** The client's current view. */
  JsonNode view() {
    return tenant.fixture().view.toJson(load(), Audience.CONVERSATION_READER, tenant.now());
  }

  String status() {
    return load().state().status().wire();
  }

  boolean isEnded() {
    return load().state().status().terminal();
  }

  PlacedOrder awaitEnd() {
    Await.until("order " + id + " ends", this::isEnded);
    return this;
  }

  PlacedOrder awaitStatus(String status) {
    Await.until("order " + id + " is " + status, () -> status().equals(status));
    return this;
  }

  /** Takes back the plan, as if acceptance had left the order to the planner. */
  PlacedOrder leftToPlanner() {
    DialFixture fixture = tenant.fixture();
    fixture.query(
        """
        UPDATE call_order
           SET status = 'accepted', revision = 1, plannings = 0, next_attempt_at = NULL,
               next_phone = NULL
         WHERE id = $1
        RETURNING id
        """,
        id);
    fixture.query(
        "DELETE FROM event WHERE call_order_id = $1 AND type = 'call_order.scheduled' RETURNING id",
        id);
    return this;
  }

  /** Makes the latest attempt silent for that long since its latest start. */
  PlacedOrder silentFor(Duration sinceNotAfter) {
    tenant
        .fixture()
        .query(
            """
            UPDATE call_attempt
               SET reconcile_at = now() - interval '1 second',
                   not_after = now() - $2::float8 * interval '1 second'
             WHERE id = $1
            RETURNING id
            """,
            attempt(),
            (double) sinceNotAfter.toSeconds());
    return this;
  }

  JsonNode result() {
    return view().path("result");
  }

  String summary() {
    return result().path("summary_code").asText();
  }

  List<CallAttempt> attempts() {
    return load().attempts();
  }

  /** The latest attempt. */
  UUID attempt() {
    return attempts().getLast().id();
  }

  /** The dispositions of its calls, oldest first. */
  List<String> dispositions() {
    return StreamSupport.stream(view().path("calls").spliterator(), false)
        .map(call -> call.path("disposition").asText())
        .toList();
  }

  /** The envelopes of its events and those of its calls, in feed order. */
  List<JsonNode> events() {
    return tenant.fixture().query(EVENTS, tenant.id(), id).stream()
        .map(row -> Json.parse(row.getString(0)))
        .toList();
  }

  int revision() {
    return load().revision();
  }

  /** The number in its entity tag. */
  int tag() {
    return load().entityTag();
  }

  List<String> eventTypes() {
    return events().stream().map(event -> event.path("type").asText()).toList();
  }

  /** The attempts of orders, oldest first. */
  static List<CallAttempt> attempts(List<PlacedOrder> orders) {
    return orders.stream()
        .flatMap(order -> order.attempts().stream())
        .sorted(Comparator.comparing(CallAttempt::intendedAt))
        .toList();
  }

  static ZonedDateTime at(CallAttempt attempt) {
    return attempt.intendedAt().atZone(TestTenants.BERLIN);
  }
}
