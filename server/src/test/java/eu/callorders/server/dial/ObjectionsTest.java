package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.json.Json;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A subject who objects is not called again. */
class ObjectionsTest {
  private static final Map<String, Object> REPORT =
      Map.of("summary_code", "objection_to_calls", "findings", Map.of("objection", Map.of()));

  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  @AutoClose private static final DialFixture fixture = DialFixture.withGateway(GATEWAY);

  private final TestTenant tenant = fixture.tenant();

  @Test
  void suppressionExistsBeforeTheCallEnds() {
    PlacedOrder order = talking(tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS));

    fixture.receive(GATEWAY.objection(order.attempt()));

    Row entry = entries().getFirst();
    assertThat(entry.getString("source")).isEqualTo("in_call_request");
    assertThat(entry.getString("subject_reference")).isEqualTo("erika");
    assertThat(entry.getString("phone")).isEqualTo(MagicLine.OBJECTS.number(0));
    assertThat(entry.getUUID("call_id")).isEqualTo(order.attempt());
    assertThat(order.status()).isEqualTo("in_progress");
  }

  @Test
  void suppressionCommitsWithItsEventBeforeOtherOrdersEnd() {
    PlacedOrder order = talking(tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS));
    PlacedOrder planned = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    PlacedOrder unplanned =
        tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place().leftToPlanner();

    fixture.store(GATEWAY.objection(order.attempt()));

    assertThat(
            fixture.query(
                """
                SELECT DISTINCT xid FROM event
                 WHERE tenant_id = $1 AND type = 'suppression.created'
                UNION
                SELECT xmin::text::xid8 FROM suppression WHERE tenant_id = $1
                """,
                tenant.id()))
        .hasSize(1);
    assertThat(planned.status()).isEqualTo("scheduled");
    assertThat(unplanned.status()).isEqualTo("accepted");

    fixture.enforceSuppressions();

    for (PlacedOrder pending : List.of(planned, unplanned)) {
      assertThat(pending.status()).isEqualTo("canceled");
      assertThat(pending.summary()).isEqualTo("suppressed");
      assertThat(pending.eventTypes().getLast()).isEqualTo("call_order.canceled");
    }
  }

  @Test
  void dialsNothingBetweenSuppressionAndEnforcement() {
    PlacedOrder order = talking(tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS));
    fixture.receive(GATEWAY.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    PlacedOrder other =
        tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).gapOfHours(1).place();
    fixture.planner.runOnce();
    tenant.jump(Duration.ofHours(2));

    fixture.store(GATEWAY.objection(order.attempt()));
    fixture.dialer.runOnce();

    assertSuppressed(other);
  }

  @Test
  void endsOtherOrderOfTheSameBatch() {
    PlacedOrder other = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    AttemptUpdate refusal = refusedFor(other);
    PlacedOrder order = talking(tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS));
    assertThat(other.status()).isEqualTo("scheduled");

    fixture.receive(refusal, GATEWAY.objection(order.attempt()));

    assertThat(other.status()).isEqualTo("canceled");
    assertThat(other.summary()).isEqualTo("suppressed");
    assertThat(order.status()).isEqualTo("in_progress");
  }

  @Test
  void eventContainsOnlyTheReference() {
    PlacedOrder order = talking(tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS));

    fixture.receive(GATEWAY.objection(order.attempt()));

    JsonNode event = event("suppression.created");
    assertThat(event.at("/data/subject_reference").asText()).isEqualTo("erika");
    assertThat(event.path("data").has("phone")).isFalse();
    assertThat(event.toString())
        .doesNotContain(MagicLine.OBJECTS.number(0))
        .doesNotContain("Muster");
  }

  @Test
  void eventAndReportCreateOneSuppression() {
    PlacedOrder order = talking(tenant.anOrder().to(MagicLine.OBJECTS));

    fixture.receive(GATEWAY.objection(order.attempt()), GATEWAY.objection(order.attempt()));
    fixture.receive(GATEWAY.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    fixture.receive(GATEWAY.report(order.attempt(), REPORT), GATEWAY.objection(order.attempt()));

    assertThat(entries()).hasSize(1);
    assertThat(order.summary()).isEqualTo("objection_to_calls");
    assertThat(order.result().at("/findings/objection/suppression_id").asText()).startsWith("sup_");
    assertThat(order.view().at("/calls/0/report/findings/objection/suppression_id").asText())
        .isEqualTo(order.result().at("/findings/objection/suppression_id").asText());
  }

  @ParameterizedTest
  @MethodSource("eu.callorders.server.dial.UnknownCallsFixture#objectingReports")
  void reportAloneCreatesSuppression(Map<String, Object> report) {
    PlacedOrder order = talking(tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS));
    PlacedOrder next = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();

    fixture.receive(GATEWAY.report(order.attempt(), report));
    assertThat(entries()).hasSize(1);
    fixture.receive(GATEWAY.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));

    assertThat(order.summary()).isEqualTo("objection_to_calls");
    assertThat(order.result().at("/findings/objection/suppression_id").asText()).startsWith("sup_");
    assertSuppressed(next);
  }

  @Test
  void invalidReportHasNoOutcomeButItsObjectionCounts() {
    PlacedOrder order = talking(tenant.anOrder().to(MagicLine.OBJECTS));

    fixture.receive(
        GATEWAY.report(
            order.attempt(),
            Map.of("summary_code", "disputed", "findings", Map.of("objection", true))),
        GATEWAY.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));

    assertThat(order.view().at("/calls/0/report/summary_code").asText()).isEqualTo("no_outcome");
    assertThat(entries()).hasSize(1);
  }

  @Test
  void secondReportObjectsToo() {
    PlacedOrder order = talking(tenant.anOrder().to(MagicLine.OBJECTS));

    fixture.receive(
        GATEWAY.report(order.attempt(), Map.of("summary_code", "refused")),
        GATEWAY.report(order.attempt(), REPORT));

    assertThat(entries()).hasSize(1);
  }

  @Test
  void objectionOverridesTheReport() {
    PlacedOrder order = talking(tenant.anOrder().to(MagicLine.OBJECTS));

    fixture.receive(
        GATEWAY.objection(order.attempt()),
        GATEWAY.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL),
        GATEWAY.report(order.attempt(), Map.of("summary_code", "payment_promised")));

    assertThat(order.summary()).isEqualTo("objection_to_calls");
  }

  @Test
  void suppressesTheSubjectAtAnyPhone() {
    PlacedOrder order = talking(tenant.anOrder().forSubject("erika").to(MagicLine.OBJECTS));
    fixture.receive(GATEWAY.objection(order.attempt()));
    PlacedOrder before = acceptedBeforeTheEntry("erika", MagicLine.BUSY.number(7));

    fixture.dialDue();

    assertSuppressed(before);
  }

  @Test
  void suppressesThePhoneForOtherSubjects() {
    String shared = MagicLine.OBJECTS.number(0);
    PlacedOrder onlyThatNumber = tenant.anOrder().forSubject("max").toPhone(shared).place();
    PlacedOrder anotherToo =
        tenant.anOrder().forSubject("moritz").toPhone(shared).to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    PlacedOrder order = talking(tenant.anOrder().forSubject("erika").toPhone(shared));

    fixture.receive(GATEWAY.objection(order.attempt()));
    fixture.dialDue();

    assertSuppressed(onlyThatNumber);
    assertThat(anotherToo.attempts())
        .extracting(attempt -> attempt.attempt().phone().e164())
        .containsExactly(MagicLine.BUSY.number(0));
  }

  /** The gateway refuses the call for lack of capacity: the order waits, no attempt counts. */
  private AttemptUpdate refusedFor(PlacedOrder order) {
    PlaceResult refused =
        new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, Duration.ofHours(1));
    GATEWAY.withPlaceResult(refused);
    dial(order);
    GATEWAY.withPlaceResult(new PlaceResult.Accepted("by hand"));
    return new AttemptUpdate.PlaceResultReceived(order.attempt(), refused);
  }

  /** Dials the order alone; the call is answered. */
  private PlacedOrder talking(OrderDraft draft) {
    PlacedOrder order = draft.place();
    dial(order);
    fixture.receive(GATEWAY.answered(order.attempt()));
    assertThat(order.status()).isEqualTo("in_progress");
    return order;
  }

  /** An order as if accepted just before the suppression. */
  private PlacedOrder acceptedBeforeTheEntry(String subject, String phone) {
    PlacedOrder order = tenant.anOrder().forSubject("other").toPhone(phone).place();
    fixture.query(
        "UPDATE call_order SET subject_reference = $2 WHERE id = $1 RETURNING id",
        order.id(),
        subject);
    fixture.query(
        """
        UPDATE call_order_body
           SET document = jsonb_set(document::jsonb, '{subject,reference}', to_jsonb($2::text))::json
         WHERE order_id = $1 RETURNING order_id
        """,
        order.id(),
        subject);
    return order;
  }

  private static void assertSuppressed(PlacedOrder order) {
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
    assertThat(order.result().at("/termination/actor").asText()).isEqualTo("platform");
    assertThat(order.result().at("/reachability").asText()).isEqualTo("not_attempted");
    assertThat(order.attempts()).isEmpty();
    assertThat(GATEWAY.placed).extracting(PlaceCall::orderId).doesNotContain(order.id());
  }

  private List<Row> entries() {
    return fixture.query("SELECT * FROM suppression WHERE tenant_id = $1", tenant.id());
  }

  private JsonNode event(String type) {
    return Json.parse(
        fixture
            .query(
                "SELECT envelope FROM event WHERE tenant_id = $1 AND type = $2", tenant.id(), type)
            .getFirst()
            .getString(0));
  }

  /** Schedules and dials this order, and stores the gateway's reply. */
  private static void dial(PlacedOrder order) {
    fixture.planner.runOnce();
    fixture.dialer.dial(
        (connection, excluded) ->
            OrderQueue.claimOne(connection, order.id()).await() ? List.of(order.id()) : List.of());
    fixture.inboxProcessor.runOnce();
  }
}
