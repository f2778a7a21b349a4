package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.server.Race;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that the gateway knows and a restored database does not. */
class LostCallsTest {
  private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture house = calls.house;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void recordsAttemptOfKnownOrder() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(calls.accepted(lost, order), calls.busy(lost));

    processor.runOnce();

    assertThat(order.attempts()).extracting(attempt -> attempt.id()).containsExactly(lost);
    assertThat(order.dispositions()).containsExactly("busy");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(tenant.dials()).isEqualTo(1);
    assertThat(calls.unknownCalls()).isEmpty();
    house.dialDue();
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void schedulesTheNextAttemptAfterTheGap() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(2).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(calls.accepted(lost, order), calls.busy(lost));

    processor.runOnce();
    house.dialDue();

    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.loaded().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void queriesTheGatewayForCallWithoutEnd() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(calls.accepted(lost, order));

    processor.runOnce();
    assertThat(order.status()).isEqualTo("dialing");
    house.reconciler.runOnce(); // all running attempts at the start

    assertThat(gateway.asked).containsExactly(lost);
    house.tell(calls.busy(lost));
    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void countsCallOfDeletedOrderForItsSubject() {
    String phone = tenant.newNumber(MagicLine.BUSY);
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    PlacedOrder other = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    house.tell(calls.accepted(lost, goneOrder, phone, "erika"), calls.busy(lost));

    processor.runOnce();
    house.dialDue();

    assertThat(calls.attempts()).containsExactly("erika " + phone + " closed busy");
    assertThat(other.status()).isEqualTo("scheduled");
    assertThat(gateway.placed).isEmpty(); // the gap of the person
    assertThat(tenant.dials()).isEqualTo(1);
    assertThat(feedOf(goneOrder)).containsExactly("call.started", "call.ended");
  }

  @Test
  void activeCallOfDeletedOrderKeepsThePhoneBusy() {
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    PlacedOrder other = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    house.tell(calls.accepted(lost, goneOrder, tenant.newNumber(MagicLine.BUSY), "erika"));
    processor.runOnce();
    house.dialDue();
    assertThat(gateway.placed).isEmpty();

    house.tell(calls.busy(lost)); // the attempt is known by now

    assertThat(calls.attempts().getFirst()).endsWith("closed busy");
    assertThat(feedOf(goneOrder)).containsExactly("call.started", "call.ended");
    assertThat(other.ended()).isFalse();
  }

  @Test
  void countsCallForEachPossibleSubject() {
    String phone = tenant.newNumber(MagicLine.BUSY);
    PlacedOrder ofErika = tenant.anOrder().of("erika").toNumber(phone).placed();
    tenant.anOrder().of("otto").toNumber(phone).placed();
    UUID lost = newId();
    house.tell(calls.accepted(lost, newId(), phone, null), calls.busy(lost));

    processor.runOnce();
    house.dialDue();

    assertThat(calls.attempts())
        .containsExactlyInAnyOrder(
            "erika " + phone + " closed busy", "otto " + phone + " closed busy");
    assertThat(gateway.placed).isEmpty();
    assertThat(ofErika.ended()).isFalse();
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void listsCallOfUnknownSubject() {
    UUID lost = newId();
    house.tell(
        calls.accepted(lost, newId(), tenant.newNumber(MagicLine.BUSY), null), calls.busy(lost));

    processor.runOnce();

    assertThat(calls.attempts()).isEmpty();
    assertThat(calls.unknownCalls()).containsExactly(lost);
    assertThat(house.query("SELECT 1 FROM unknown_call WHERE NOT listed")).isEmpty();
  }

  @Test
  void suppressesPhoneAndSubjectOfObjectionInDeletedOrder() {
    String phone = tenant.newNumber(MagicLine.BUSY);
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    PlacedOrder other = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    house.tell(
        calls.accepted(lost, goneOrder, phone, "erika"),
        gateway.objected(lost),
        calls.spoken(lost));

    processor.runOnce();
    house.enforceSuppressions();

    assertThat(calls.entries()).containsExactly(phone + " erika");
    assertThat(other.ended()).isTrue();
    assertThat(feed("suppression.created")).hasSize(1);
  }

  @Test
  void emitsSuppressionOfKnownOrderOnce() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(calls.accepted(lost, order), gateway.objected(lost), calls.spoken(lost));

    processor.runOnce();

    assertThat(calls.entries()).hasSize(1);
    assertThat(feed("suppression.created")).hasSize(1);
    assertThat(order.attempts().getFirst().suppressionId()).isEqualTo(AttemptIds.ofObjection(lost));
  }

  @Test
  void erasesSubjectOfOpenOrderWithErasedCall() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(calls.forgotten(lost, order.id()));

    processor.runOnce();
    house.dialDue();

    assertThat(order.ended()).isTrue();
    assertThat(gateway.placed).isEmpty();
    assertThat(house.query("SELECT subject_reference FROM erasure"))
        .extracting(row -> row.getString(0))
        .containsExactly("erika");
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void redactsEndedOrderWithErasedUnknownCall() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();
    house.tell(calls.busy(order.attempt()));
    UUID lost = AttemptIds.of(order.id(), 2);
    house.tell(calls.forgotten(lost, order.id()));

    processor.runOnce();

    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(house.query("SELECT 1 FROM erasure")).isEmpty();
  }

  @Test
  void redactsEndedOrderWithErasedKnownCall() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();
    UUID known = order.attempt();
    house.tell(calls.busy(known));

    house.tell(calls.forgotten(known, order.id()), calls.forgotten(known, order.id()));

    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(calls.attempts()).containsExactly("  closed busy");
    assertThat(house.query("SELECT FROM erased_contact")).hasSize(1);
  }

  @Test
  void ignoresCallsOfAnotherDeployment() {
    UUID lost = newId();
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).placed();
    CallOrigin foreign = new CallOrigin(UUID.randomUUID(), UUID.randomUUID(), null);
    house.tell(
        calls.accepted(lost, order.id(), tenant.id(), calls.phone(order), foreign),
        calls.busy(lost));

    processor.runOnce();

    assertThat(calls.attempts()).isEmpty();
    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(order.ended()).isFalse();
  }

  @Test
  void erasesAttemptsOfDeletedOrdersWithTheirSubject() {
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    house.tell(
        calls.accepted(lost, goneOrder, tenant.newNumber(MagicLine.BUSY), "erika"),
        calls.busy(lost));
    processor.runOnce();
    ErasureDriver erasing = new ErasureDriver(house, tenant);

    erasing.request("erika");
    erasing.finish();

    assertThat(calls.attempts()).containsExactly("  closed busy");
    assertThat(calls.erasedAtGateway()).containsExactly(lost);
    assertThat(house.query("SELECT FROM erased_contact")).hasSize(1);
  }

  @Test
  void recordsCallOnceOnTwoNodes() throws Exception {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(calls.accepted(lost, order), calls.busy(lost));
    UnknownCallProcessor other = house.unknownCalls(calls.contexts, calls.deployment);
    Race<?, ?> race =
        house.raceAt(
            "event",
            processor::runOnce,
            () -> {
              house.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");
              return other.runOnce();
            });

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    assertThat(order.attempts()).hasSize(1);
    assertThat(tenant.dials()).isEqualTo(1);
  }

  private List<String> feedOf(UUID order) {
    return house
        .query(
            "SELECT envelope::json ->> 'type', envelope FROM event WHERE call_order_id = $1"
                + " ORDER BY xid, seq",
            order)
        .stream()
        .peek(row -> assertThat(row.getValue(1).toString()).contains(IdKind.ORDER.format(order)))
        .map(row -> row.getString(0))
        .toList();
  }

  private List<Row> feed(String type) {
    return house.query("SELECT 1 FROM event WHERE envelope::json ->> 'type' = $1", type);
  }
}
