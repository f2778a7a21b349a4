package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.hold.Hold;
import eu.callorders.server.hold.HoldQuery;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.ListRequests;
import eu.callorders.server.promise.CallPromise;
import eu.callorders.server.promise.PromiseQuery;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.signal.SignalBatchProcessor;
import eu.callorders.server.tenant.OutcomeSettings;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Calls of one tenant whose reports a scripted gateway sends, and signals about their claims. */
final class PromiseFixture implements AutoCloseable {
  final ScriptedGateway gateway = new ScriptedGateway();
  final DialFixture fixture = DialFixture.withGateway(gateway);
  final TestTenant tenant = fixture.tenant();
  private final SignalBatchProcessor signals = fixture.units.signalBatches();

  void set(OutcomeSettings settings) {
    fixture.change(tenant.id(), before -> TestTenants.with(before, settings));
  }

  /** The subject's present day. */
  LocalDate today(ZoneId zone) {
    return LocalDate.ofInstant(tenant.now(), zone);
  }

  static Map<String, Object> promise(LocalDate day) {
    return Map.of(
        "summary_code",
        "payment_promised",
        "findings",
        Map.of(
            "payment_promise",
            Map.of("amount", Map.of("value", "50.00", "currency", "EUR"), "on", day.toString())));
  }

  /** An order whose call has ended with this report. */
  PlacedOrder reported(OrderDraft draft, Map<String, Object> report) {
    PlacedOrder order = answered(draft);
    fixture.receive(gateway.report(order.attempt(), report));
    return order;
  }

  /** An order whose conversation has ended and whose report is missing. */
  PlacedOrder answered(OrderDraft draft) {
    PlacedOrder order = draft.place();
    fixture.dialDue();
    fixture.receive(
        gateway.answered(order.attempt()),
        gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    return order;
  }

  Reply signal(String type, String reference, JsonNode claimReference) {
    ObjectNode body =
        Json.object()
            .put("signal_type", type)
            .put("subject_reference", reference)
            .put("dedupe_key", UUID.randomUUID().toString());
    if (claimReference != null) {
      body.withObject("/context/claim").set("reference", claimReference);
    }
    return signal(fixture, signals, body);
  }

  /** The number of a claim, as orders of {@link OrderDraft#aboutClaim} have it. */
  static ObjectNode claim(String caseNumber) {
    return Json.object().put("case_number", caseNumber);
  }

  Reply signal(DialFixture node, SignalBatchProcessor processor, ObjectNode body) {
    Caller caller = new Caller(tenant.id(), new UUID(1, 1), Set.of(), RateLimit.UNLIMITED);
    ApiRequest request =
        new ApiRequest(
            "createSignal",
            "POST",
            "/v1/signals",
            "trace",
            caller,
            Map.of(),
            Map.of(),
            Map.of(),
            body,
            0);
    return node.database
        .asTenant(
            tenant.id(), connection -> processor.handleOne(connection, processor.prepare(request)))
        .await();
  }

  /** Oldest first. */
  List<CallPromise> promises() {
    return fixture
        .database
        .asTenant(
            tenant.id(),
            connection ->
                PromiseQuery.find(
                    connection,
                    tenant.id(),
                    PromiseQuery.Filter.of(ListRequests.UNFILTERED),
                    null,
                    100))
        .await()
        .found()
        .reversed();
  }

  List<String> statuses() {
    return promises().stream().map(promise -> promise.status().wire()).toList();
  }

  /** Newest first. */
  List<Hold> holds() {
    HoldQuery.Filter all = HoldQuery.Filter.of(ListRequests.UNFILTERED);
    return fixture
        .database
        .asTenant(
            tenant.id(), connection -> HoldQuery.find(connection, tenant.id(), all, null, 100))
        .await()
        .found();
  }

  /** The envelopes of the tenant's events of a type. */
  List<JsonNode> events(String type) {
    return fixture
        .query(
            """
            SELECT envelope FROM event WHERE tenant_id = $1 AND type LIKE $2 ORDER BY xid, seq
            """,
            tenant.id(),
            type)
        .stream()
        .map(row -> Json.parse(row.getString(0)))
        .toList();
  }

  @Override
  public void close() {
    fixture.close();
  }
}
