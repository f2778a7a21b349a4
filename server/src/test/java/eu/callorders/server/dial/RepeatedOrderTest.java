package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race;
import eu.callorders.server.dial.TestClient.ClientResponse;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An order that a restore lost and the client places again: the calls in the gateway's log belong
 * to the new order, whichever comes first.
 */
@Tag("long")
class RepeatedOrderTest {
  @AutoClose private final RepeatedOrders repeated = new RepeatedOrders();
  private final UnknownCallsFixture calls = repeated.calls;
  private final ScriptedGateway gateway = repeated.gateway;
  private final DialFixture fixture = repeated.fixture;
  private final TestTenant tenant = repeated.tenant;
  private final UnknownCallProcessor processor = repeated.processor;

  private static final String ONE_CALL =
      """
      "exit_conditions": [],
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 3}}]
      """;

  @Test
  void recordedConversationEndsTheOrder() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));
    processor.runOnce();

    PlacedOrder replacement = repeated.create("key", body);
    repeated.dialDue();

    assertThat(replacement.id()).isEqualTo(lost.orderId());
    assertThat(fixture.query("SELECT FROM search_text WHERE id = $1", lost.orderId())).hasSize(1);
    repeated.assertEndsWithPromise(replacement, lost);
    assertThat(replacement.eventTypes())
        .containsSubsequence(
            "call.ended", "call_order.accepted", "call_order.in_progress", "call_order.completed");
  }

  @Test
  void attachesConversationToOrderAcceptedBefore() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = repeated.lose("key", body);
    PlacedOrder replacement = repeated.create("key", body);
    fixture.planner.runOnce();

    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));
    processor.runOnce();
    repeated.dialDue();

    assertThat(replacement.id()).isNotEqualTo(lost.orderId());
    repeated.assertEndsWithPromise(replacement, lost);
  }

  @Test
  void orderAcceptedDuringRecordingGetsTheCall() throws Exception {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));

    Race<?, ClientResponse> race =
        fixture.raceAt(
            "call_attempt", processor::runOnce, () -> repeated.client.create("key", body));
    repeated.dialDue();

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(202);
    PlacedOrder replacement = repeated.order(race.second());
    assertThat(replacement.id()).isEqualTo(lost.orderId());
    repeated.assertEndsWithPromise(replacement, lost);
  }

  @Test
  void callRecordedDuringAcceptanceIsAttached() throws Exception {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));

    Race<ClientResponse, ?> race =
        fixture.race(() -> repeated.client.create("key", body), processor::runOnce);
    repeated.dialDue();

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    PlacedOrder replacement = repeated.order(race.first());
    assertThat(replacement.id()).isNotEqualTo(lost.orderId());
    repeated.assertEndsWithPromise(replacement, lost);
  }

  @Test
  void waitsForActiveCall() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(calls.accepted(lost));
    processor.runOnce();

    PlacedOrder replacement = repeated.create("key", body);
    repeated.dialDue();
    assertThat(replacement.status()).isEqualTo("dialing");
    assertThat(gateway.placed).hasSize(1);

    fixture.receive(calls.busy(lost.attemptId()));

    assertThat(replacement.summary()).isEqualTo("no_contact");
    assertThat(replacement.load().attemptCount()).isEqualTo(1);
    assertThat(replacement.dispositions()).containsExactly("busy");
  }

  @Test
  void attachesCallBeforeTheOrderIsScheduled() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(2).json();
    PlaceCall first = repeated.lose("key", body);
    PlaceCall second = repeated.next(first);
    fixture.receive(calls.accepted(first), calls.busy(first.attemptId()));
    processor.runOnce();
    PlacedOrder replacement = repeated.create("key", body);

    fixture.receive(calls.accepted(second), calls.busy(second.attemptId()));
    processor.runOnce();
    fixture.planner.runOnce();

    assertThat(replacement.dispositions()).containsExactly("busy", "busy");
    assertThat(replacement.load().attemptCount()).isEqualTo(2);
    assertThat(replacement.summary()).isEqualTo("no_contact");
  }

  @Test
  void unansweredCallsCountForAttemptsAndGap() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(2).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();
    PlacedOrder replacement = repeated.create("key", body);

    repeated.dialDue();

    assertThat(replacement.status()).isEqualTo("scheduled");
    assertThat(replacement.load().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).hasSize(1); // the gap
    tenant.jump(Duration.ofDays(3));
    repeated.dialDue();
    assertThat(gateway.placed)
        .extracting(PlaceCall::attemptId)
        .containsExactly(lost.attemptId(), AttemptIds.of(lost.orderId(), 2));
    fixture.receive(calls.busy(gateway.placed.getLast().attemptId()));
    assertThat(replacement.summary()).isEqualTo("no_contact");
  }

  @Test
  void endsOrderWithoutAttemptsLeft() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).json();
    PlaceCall lost = repeated.lose("key", body);
    fixture.receive(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();

    PlacedOrder replacement = repeated.create("key", body);
    repeated.dialDue();

    assertThat(replacement.summary()).isEqualTo("no_contact");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void attachesCallOfStepWithRepeatedSignal() {
    TestSequence sequence = TestSequence.of(tenant, ONE_CALL);
    ObjectNode subject =
        TestSequence.subjectData(tenant.anOrder().forSubject("erika").to(MagicLine.BUSY));
    PlacedOrder order = stepOf(sequence, subject);
    repeated.dialDue();
    repeated.delete(order);
    fixture.query("DELETE FROM enrollment_phone RETURNING 1");
    fixture.query("DELETE FROM enrollment_body RETURNING 1");
    fixture.query("DELETE FROM enrollment RETURNING 1");
    PlaceCall lost = gateway.placed.getFirst();
    fixture.receive(
        calls.accepted(lost), calls.answered(lost.attemptId()), repeated.promised(lost));
    processor.runOnce();

    PlacedOrder replacement = stepOf(sequence, subject);
    fixture.planner.runOnce();

    assertThat(replacement.id()).isEqualTo(lost.orderId());
    repeated.assertEndsWithPromise(replacement, lost);
  }

  /** Sends the signal with the same dedupe key; the step creates its order. */
  private PlacedOrder stepOf(TestSequence sequence, ObjectNode subject) {
    UUID enrollment = sequence.signal("invoice.overdue", subject).getFirst().enrollmentId();
    fixture.query(
        """
        INSERT INTO signal (id, tenant_id, signal_type, subject_reference, dedupe_key, received_at,
          subject_data_complete, triggered)
        SELECT signal_id, tenant_id, 'invoice.overdue', subject_reference, 'invoice 7', now(),
               false, '[]'
          FROM enrollment
         WHERE id = $1
        RETURNING id
        """,
        enrollment);
    fixture.engine.runOnce();
    return new TestEnrollment(tenant, enrollment).order();
  }
}
