package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race;
import eu.callorders.server.auth.Keyring;
import eu.callorders.server.dial.TestClient.ClientResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An order that was lost with a restore, and is sent again under its key: its calls, which the
 * gateway's log knows, are those of the new order, whichever of the two comes first.
 */
class OrderSentAgainTest {
  private static final UUID ERA = UUID.randomUUID();
  private static final Map<String, Object> PROMISE = Map.of("summary_code", "payment_promised");

  private static final String ONE_CALL =
      """
      "exit_conditions": [],
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 3}}]
      """;

  private final UnknownCallsFixture calls =
      new UnknownCallsFixture(new ScriptedGateway().answeringEras(new EraAnswer.Granted()));
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture house = calls.house;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;
  private TestClient client = new TestClient(house, tenant.id());
  private final GatewayEra era =
      new GatewayEra(
          gateway,
          UUID.randomUUID(),
          UUID.randomUUID(),
          () -> new GatewayEra.Current(calls.deployment, 3, ERA),
          number -> {},
          calls.contexts);
  private final Dialer dialer = house.newDialer(era);

  @BeforeEach
  void grantEra() {
    era.runOnce();
  }

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void endsTheOrderAtOnceWithTheConversationThatTheLogTells() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));
    processor.runOnce();

    PlacedOrder again = create("key", body);
    dialDue();

    assertThat(again.id()).isEqualTo(lost.orderId());
    assertEndsWithPromise(again, lost);
    assertThat(again.eventTypes())
        .containsSubsequence(
            "call.ended", "call_order.accepted", "call_order.in_progress", "call_order.completed");
  }

  @Test
  void attachesTheConversationToAnOrderThatWasAcceptedBeforeTheLogWasRead() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = lose("key", body);
    PlacedOrder again = create("key", body);
    house.planner.runOnce();

    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));
    processor.runOnce();
    dialDue();

    assertThat(again.id()).isNotEqualTo(lost.orderId());
    assertEndsWithPromise(again, lost);
  }

  @Test
  void findsTheOrderThoughItIsAcceptedWhileTheCallIsRecorded() throws Exception {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));

    Race<?, ClientResponse> race =
        house.raceAt("call_attempt", processor::runOnce, () -> client.create("key", body));
    dialDue();

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    assertThat(race.second().status()).isEqualTo(202);
    PlacedOrder again = order(race.second());
    assertThat(again.id()).isEqualTo(lost.orderId());
    assertEndsWithPromise(again, lost);
  }

  @Test
  void findsTheCallThoughItIsRecordedWhileTheOrderIsAccepted() throws Exception {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(3).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));

    Race<ClientResponse, ?> race = house.race(() -> client.create("key", body), processor::runOnce);
    dialDue();

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    PlacedOrder again = order(race.first());
    assertThat(again.id()).isNotEqualTo(lost.orderId());
    assertEndsWithPromise(again, lost);
  }

  @Test
  void waitsForTheEndOfACallThatIsUnderWay() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost));
    processor.runOnce();

    PlacedOrder again = create("key", body);
    dialDue();
    assertThat(again.status()).isEqualTo("dialing");
    assertThat(gateway.placed).hasSize(1);

    house.tell(calls.busy(lost.attemptId()));

    assertThat(again.summary()).isEqualTo("no_contact");
    assertThat(again.loaded().attemptCount()).isEqualTo(1);
    assertThat(again.dispositions()).containsExactly("busy");
  }

  @Test
  void takesNewsOfACallBeforeTheOrderIsPlanned() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(2).json();
    PlaceCall first = lose("key", body);
    PlaceCall second = next(first);
    house.tell(calls.accepted(first), calls.busy(first.attemptId()));
    processor.runOnce();
    PlacedOrder again = create("key", body);

    house.tell(calls.accepted(second), calls.busy(second.attemptId()));
    processor.runOnce();
    house.planner.runOnce();

    assertThat(again.dispositions()).containsExactly("busy", "busy");
    assertThat(again.loaded().attemptCount()).isEqualTo(2);
    assertThat(again.summary()).isEqualTo("no_contact");
  }

  @Test
  void countsUnansweredCallsAgainstTheAttemptsAndTheGap() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(2).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();
    PlacedOrder again = create("key", body);

    dialDue();

    assertThat(again.status()).isEqualTo("scheduled");
    assertThat(again.loaded().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).hasSize(1); // the gap
    tenant.jump(Duration.ofDays(3));
    dialDue();
    assertThat(gateway.placed)
        .extracting(PlaceCall::attemptId)
        .containsExactly(lost.attemptId(), AttemptIds.of(lost.orderId(), 2));
    house.tell(calls.busy(gateway.placed.getLast().attemptId()));
    assertThat(again.summary()).isEqualTo("no_contact");
  }

  @Test
  void endsAnOrderWhoseAttemptsAreSpent() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();

    PlacedOrder again = create("key", body);
    dialDue();

    assertThat(again.summary()).isEqualTo("no_contact");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void takesNothingUnderAnotherKeyOrForAnotherPerson() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));
    processor.runOnce();

    PlacedOrder otherKey = create("other", body);
    PlacedOrder otherPerson = create("key", tenant.anOrder().of("otto").to(MagicLine.BUSY).json());
    house.planner.runOnce();

    assertThat(otherKey.status()).isEqualTo("scheduled");
    assertThat(otherPerson.status()).isEqualTo("scheduled");
  }

  @Test
  void takesNothingOnceTheKeyIsTooOld() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));
    processor.runOnce();
    house.query(
        "UPDATE gone_order_key SET recorded_at = now() - interval '49 hours' RETURNING order_id");

    PlacedOrder again = create("key", body);
    house.planner.runOnce();

    assertThat(again.id()).isNotEqualTo(lost.orderId());
    assertThat(again.status()).isEqualTo("scheduled");
  }

  @Test
  void findsTheOrderAfterARotationOfTheMasterKey() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));
    processor.runOnce();

    rotateMasterKey();
    PlacedOrder again = create("key", body);
    house.planner.runOnce();

    assertEndsWithPromise(again, lost);
  }

  @Test
  void attachesTheCallAfterARotationOfTheMasterKey() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    rotateMasterKey();
    PlacedOrder again = create("key", body);

    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));
    processor.runOnce();

    assertEndsWithPromise(again, lost);
  }

  @Test
  void deletesKeyAndMarkOfAnOrderThatIsThereAgain() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.busy(lost.attemptId()));
    processor.runOnce();
    assertThat(house.query("SELECT id FROM call_attempt WHERE order_gone")).hasSize(1);

    create("key", body);

    assertThat(house.query("SELECT id FROM call_attempt WHERE order_gone")).isEmpty();
    assertThat(house.query("SELECT order_id FROM gone_order_key")).isEmpty();
  }

  @Test
  void takesNothingOfAnErasedPerson() {
    ObjectNode body = tenant.anOrder().of("erika").to(MagicLine.BUSY).json();
    PlaceCall lost = lose("key", body);
    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));
    processor.runOnce();
    ErasureDriver erasing = new ErasureDriver(house, tenant);
    erasing.request("erika");
    erasing.finish();

    PlacedOrder again = create("key", body);
    house.planner.runOnce();

    assertThat(again.id()).isNotEqualTo(lost.orderId());
    assertThat(house.query("SELECT order_id FROM gone_order_key")).isEmpty();
  }

  @Test
  void takesTheCallOfAStepWhoseSignalIsSentAgain() {
    TestSequence ladder = TestSequence.of(tenant, ONE_CALL);
    ObjectNode person = TestSequence.person(tenant.anOrder().of("erika").to(MagicLine.BUSY));
    PlacedOrder order = stepOf(ladder, person);
    dialDue();
    forget(order);
    house.query("DELETE FROM enrollment_phone RETURNING 1");
    house.query("DELETE FROM enrollment_body RETURNING 1");
    house.query("DELETE FROM enrollment RETURNING 1");
    PlaceCall lost = gateway.placed.getFirst();
    house.tell(calls.accepted(lost), calls.spoken(lost.attemptId()), promised(lost));
    processor.runOnce();

    PlacedOrder again = stepOf(ladder, person);
    house.planner.runOnce();

    assertThat(again.id()).isEqualTo(lost.orderId());
    assertEndsWithPromise(again, lost);
  }

  /** Sends the signal with the same dedupe key, and has the step make its order. */
  private PlacedOrder stepOf(TestSequence ladder, ObjectNode person) {
    UUID enrollment = ladder.signal("invoice.overdue", person).getFirst().enrollmentId();
    house.query(
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
    house.engine.runOnce();
    return new TestEnrollment(tenant, enrollment).order();
  }

  private void assertEndsWithPromise(PlacedOrder order, PlaceCall lost) {
    assertThat(order.status()).isEqualTo("completed");
    assertThat(order.summary()).isEqualTo("payment_promised");
    assertThat(order.attempts()).extracting(each -> each.id()).containsExactly(lost.attemptId());
    assertThat(order.loaded().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).hasSize(1);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  /** Places the call of an order, then deletes both, as a restore of an older backup does. */
  private PlaceCall lose(String key, ObjectNode body) {
    PlacedOrder order = create(key, body);
    dialDue();
    forget(order);
    house.query("DELETE FROM idempotency_record WHERE key = $1 RETURNING 1", key);
    assertThat(gateway.placed).hasSize(1);
    return gateway.placed.getFirst();
  }

  private void forget(PlacedOrder order) {
    List<String> tables =
        List.of("call_order_phone", "call_attempt", "call_order_body", "call_order");
    for (String table : tables) {
      String column = table.equals("call_order") ? "id" : "order_id";
      house.query("DELETE FROM %s WHERE %s = $1 RETURNING 1".formatted(table, column), order.id());
    }
    house.query("DELETE FROM event WHERE call_order_id = $1 RETURNING 1", order.id());
    house.query("UPDATE dial_count SET dials = 0 RETURNING 1");
  }

  private PlacedOrder create(String key, ObjectNode body) {
    ClientResponse answer = client.create(key, body);
    assertThat(answer.status()).as(answer.code()).isEqualTo(202);
    return order(answer);
  }

  private PlacedOrder order(ClientResponse answer) {
    return new PlacedOrder(tenant, IdKind.ORDER.parse(answer.id()).orElseThrow());
  }

  private void rotateMasterKey() {
    byte[] fresh = new byte[32];
    fresh[0] = 1;
    List<byte[]> keys = List.of(fresh, new byte[32]);
    Keyring ring = Keyring.of(keys, new SecureRandom());
    client = new TestClient(house, tenant.id(), house.acceptance(ring));
  }

  private void dialDue() {
    house.planner.runOnce();
    dialer.runOnce();
    house.inboxWork.runOnce();
  }

  /** The attempt of the same order that was placed after that one. */
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
    return gateway.reported(call.attemptId(), PROMISE);
  }
}
