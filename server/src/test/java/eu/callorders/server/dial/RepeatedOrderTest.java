package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race;
import eu.callorders.server.dial.TestClient.ClientResponse;
import eu.callorders.server.encryption.Keyring;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An order that a restore lost and the client places again: the calls in the gateway's log belong
 * to the new order, whichever comes first.
 */
class RepeatedOrderTest {
  private static final UUID ERA = UUID.randomUUID();
  private static final Map<String, Object> PROMISE = Map.of("summary_code", "payment_promised");

  private static final String ONE_CALL =
      """
      "exit_conditions": [],
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 3}}]
      """;

  private final UnknownCallsFixture calls =
      new UnknownCallsFixture(new ScriptedGateway().withEraAnswer(new EraRequestResult.Granted()));
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;
  private TestClient client = new TestClient(fixture, tenant.id());
  private final GatewayEra era =
      new GatewayEra(
          gateway,
          UUID.randomUUID(),
          UUID.randomUUID(),
          () -> new GatewayEra.Current(calls.deployment, 3, ERA),
          number -> {},
          calls.contexts);
  private final Dialer dialer = fixture.newDialer(era);

  @BeforeEach
  void grantEra() {
    era.runOnce();
  }

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void recordedConversationEndsTheOrder() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));
    processor.runOnce();

    PlacedOrder replacement = create("key", body);
    dialDue();

    assertThat(replacement.id()).isEqualTo(lost.orderId());
    assertEndsWithPromise(replacement, lost);
    assertThat(replacement.eventTypes())
        .containsSubsequence(
            "call.ended", "call_order.accepted", "call_order.in_progress", "call_order.completed");
  }

  @Test
  void attachesConversationToOrderAcceptedBefore() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = lose("key", body);
    PlacedOrder replacement = create("key", body);
    fixture.planner.runOnce();

    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));
    processor.runOnce();
    dialDue();

    assertThat(replacement.id()).isNotEqualTo(lost.orderId());
    assertEndsWithPromise(replacement, lost);
  }

  @Test
  void orderAcceptedDuringRecordingGetsTheCall() throws Exception {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));

    Race<?, ClientResponse> race =
        fixture.raceAt("call_attempt", processor::runOnce, () -> client.create("key", body));
    dialDue();

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(202);
    PlacedOrder replacement = order(race.second());
    assertThat(replacement.id()).isEqualTo(lost.orderId());
    assertEndsWithPromise(replacement, lost);
  }

  @Test
  void callRecordedDuringAcceptanceIsAttached() throws Exception {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));

    Race<ClientResponse, ?> race =
        fixture.race(() -> client.create("key", body), processor::runOnce);
    dialDue();

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    PlacedOrder replacement = order(race.first());
    assertThat(replacement.id()).isNotEqualTo(lost.orderId());
    assertEndsWithPromise(replacement, lost);
  }

  @Test
  void waitsForActiveCall() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost));
    processor.runOnce();

    PlacedOrder replacement = create("key", body);
    dialDue();
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
    PlaceCall first = lose("key", body);
    PlaceCall second = next(first);
    fixture.receive(calls.accepted(first), calls.busy(first.attemptId()));
    processor.runOnce();
    PlacedOrder replacement = create("key", body);

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
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();
    PlacedOrder replacement = create("key", body);

    dialDue();

    assertThat(replacement.status()).isEqualTo("scheduled");
    assertThat(replacement.load().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).hasSize(1); // the gap
    tenant.jump(Duration.ofDays(3));
    dialDue();
    assertThat(gateway.placed)
        .extracting(PlaceCall::attemptId)
        .containsExactly(lost.attemptId(), AttemptIds.of(lost.orderId(), 2));
    fixture.receive(calls.busy(gateway.placed.getLast().attemptId()));
    assertThat(replacement.summary()).isEqualTo("no_contact");
  }

  @Test
  void endsOrderWithoutAttemptsLeft() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();

    PlacedOrder replacement = create("key", body);
    dialDue();

    assertThat(replacement.summary()).isEqualTo("no_contact");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void ignoresOtherKeysAndSubjects() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));
    processor.runOnce();

    PlacedOrder otherKey = create("other", body);
    PlacedOrder otherPerson =
        create("key", tenant.anOrder().forSubject("otto").to(MagicLine.BUSY).json());
    fixture.planner.runOnce();

    assertThat(otherKey.status()).isEqualTo("scheduled");
    assertThat(otherPerson.status()).isEqualTo("scheduled");
  }

  @Test
  void ignoresExpiredKey() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));
    processor.runOnce();
    fixture.query(
        "UPDATE gone_order_key SET recorded_at = now() - interval '49 hours' RETURNING order_id");

    PlacedOrder replacement = create("key", body);
    fixture.planner.runOnce();

    assertThat(replacement.id()).isNotEqualTo(lost.orderId());
    assertThat(replacement.status()).isEqualTo("scheduled");
  }

  @Test
  void attachesRecordedCallAfterMasterKeyRotation() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));
    processor.runOnce();

    rotateMasterKey();
    PlacedOrder replacement = create("key", body);
    fixture.planner.runOnce();

    assertEndsWithPromise(replacement, lost);
  }

  @Test
  void attachesCallAfterMasterKeyRotation() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    rotateMasterKey();
    PlacedOrder replacement = create("key", body);

    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));
    processor.runOnce();

    assertEndsWithPromise(replacement, lost);
  }

  @Test
  void deletesKeyAndMarkOfReplacedOrder() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();
    assertThat(fixture.query("SELECT id FROM call_attempt WHERE order_gone")).hasSize(1);

    create("key", body);

    assertThat(fixture.query("SELECT id FROM call_attempt WHERE order_gone")).isEmpty();
    assertThat(fixture.query("SELECT order_id FROM gone_order_key")).isEmpty();
  }

  @Test
  void ignoresErasedSubject() {
    ObjectNode body = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));
    processor.runOnce();
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);
    erasing.request("erika");
    erasing.finish();

    PlacedOrder replacement = create("key", body);
    fixture.planner.runOnce();

    assertThat(replacement.id()).isNotEqualTo(lost.orderId());
    assertThat(fixture.query("SELECT order_id FROM gone_order_key")).isEmpty();
  }

  @Test
  void attachesCallOfStepWithRepeatedSignal() {
    TestSequence sequence = TestSequence.of(tenant, ONE_CALL);
    ObjectNode subject =
        TestSequence.subjectData(tenant.anOrder().forSubject("erika").to(MagicLine.BUSY));
    PlacedOrder order = stepOf(sequence, subject);
    dialDue();
    delete(order);
    fixture.query("DELETE FROM enrollment_phone RETURNING 1");
    fixture.query("DELETE FROM enrollment_body RETURNING 1");
    fixture.query("DELETE FROM enrollment RETURNING 1");
    PlaceCall lost = gateway.placed.getFirst();
    fixture.receive(calls.accepted(lost), calls.answered(lost.attemptId()), promised(lost));
    processor.runOnce();

    PlacedOrder replacement = stepOf(sequence, subject);
    fixture.planner.runOnce();

    assertThat(replacement.id()).isEqualTo(lost.orderId());
    assertEndsWithPromise(replacement, lost);
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

  private void assertEndsWithPromise(PlacedOrder order, PlaceCall lost) {
    assertThat(order.status()).isEqualTo("completed");
    assertThat(order.summary()).isEqualTo("payment_promised");
    assertThat(order.attempts()).extracting(each -> each.id()).containsExactly(lost.attemptId());
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).hasSize(1);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  /** Places the call of an order, then deletes both, as a restore does. */
  private PlaceCall lose(String key, ObjectNode body) {
    PlacedOrder order = create(key, body);
    dialDue();
    delete(order);
    fixture.query("DELETE FROM idempotency_record WHERE key = $1 RETURNING 1", key);
    assertThat(gateway.placed).hasSize(1);
    return gateway.placed.getFirst();
  }

  private void delete(PlacedOrder order) {
    List<String> tables =
        List.of("call_order_phone", "call_attempt", "call_order_body", "call_order");
    for (String table : tables) {
      String column = table.equals("call_order") ? "id" : "order_id";
      fixture.query(
          "DELETE FROM %s WHERE %s = $1 RETURNING 1".formatted(table, column), order.id());
    }
    fixture.query("DELETE FROM event WHERE call_order_id = $1 RETURNING 1", order.id());
    fixture.query("UPDATE dial_count SET dials = 0 RETURNING 1");
  }

  private PlacedOrder create(String key, ObjectNode body) {
    ClientResponse response = client.create(key, body);
    assertThat(response.status()).as(response.code()).isEqualTo(202);
    return order(response);
  }

  private PlacedOrder order(ClientResponse response) {
    return new PlacedOrder(tenant, IdKind.ORDER.parse(response.id()).orElseThrow());
  }

  private void rotateMasterKey() {
    byte[] newKey = new byte[32];
    newKey[0] = 1;
    List<byte[]> keys = List.of(newKey, new byte[32]);
    Keyring ring = Keyring.of(keys, new SecureRandom());
    client = new TestClient(fixture, tenant.id(), fixture.orderAcceptor(ring));
  }

  private void dialDue() {
    fixture.planner.runOnce();
    dialer.runOnce();
    fixture.inboxProcessor.runOnce();
  }

  /** The next attempt of the same order. */
  private PlaceCall next(PlaceCall call) {
    UUID id = AttemptIds.of(call.orderId(), 2);
    CallContext context =
        calls.contexts.decrypt(call.attemptId(), call.origin().context()).orElseThrow();
    return new PlaceCall(
        id,
        call.orderId(),
        call.tenantId(),
        2,
        call.to(),
        call.from(),
        call.agent(),
        call.locale(),
        call.briefing(),
        call.disclosure(),
        call.ringTimeout(),
        call.maxDuration(),
        call.transcript(),
        call.environment(),
        call.notAfter(),
        call.simulate(),
        new CallOrigin(calls.deployment, ERA, calls.contexts.encrypt(id, context)));
  }

  private AttemptUpdate promised(PlaceCall call) {
    return gateway.report(call.attemptId(), PROMISE);
  }
}
