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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Calls that the gateway knows and a restored database does not. */
class LostCallsTest {
  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @Test
  void recordsAttemptOfKnownOrder() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(calls.accepted(lost, order), calls.busy(lost));

    processor.runOnce();

    assertThat(order.attempts()).extracting(attempt -> attempt.id()).containsExactly(lost);
    assertThat(order.dispositions()).containsExactly("busy");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(tenant.dials()).isEqualTo(1);
    assertThat(calls.unknownCalls()).isEmpty();
    fixture.dialDue();
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void schedulesTheNextAttemptAfterTheGap() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(2).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(calls.accepted(lost, order), calls.busy(lost));

    processor.runOnce();
    fixture.dialDue();

    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void queriesTheGatewayForCallWithoutEnd() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(calls.accepted(lost, order));

    processor.runOnce();
    assertThat(order.status()).isEqualTo("dialing");
    fixture.reconciler.runOnce(); // all running attempts at the start

    assertThat(gateway.queries).containsExactly(lost);
    fixture.receive(calls.busy(lost));
    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void countsCallOfDeletedOrderForItsSubject() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    PlacedOrder other = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.receive(calls.accepted(lost, goneOrder, phone, "erika"), calls.busy(lost));

    processor.runOnce();
    fixture.dialDue();

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
    PlacedOrder other = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.receive(calls.accepted(lost, goneOrder, tenant.newPhone(MagicLine.BUSY), "erika"));
    processor.runOnce();
    fixture.dialDue();
    assertThat(gateway.placed).isEmpty();

    fixture.receive(calls.busy(lost)); // the attempt is known by now

    assertThat(calls.attempts().getFirst()).endsWith("closed busy");
    assertThat(feedOf(goneOrder)).containsExactly("call.started", "call.ended");
    assertThat(other.isEnded()).isFalse();
  }

  @Test
  void countsCallForEachPossibleSubject() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    PlacedOrder ofErika = tenant.anOrder().forSubject("erika").toPhone(phone).place();
    tenant.anOrder().forSubject("otto").toPhone(phone).place();
    UUID lost = newId();
    fixture.receive(calls.accepted(lost, newId(), phone, null), calls.busy(lost));

    processor.runOnce();
    fixture.dialDue();

    assertThat(calls.attempts())
        .containsExactlyInAnyOrder(
            "erika " + phone + " closed busy", "otto " + phone + " closed busy");
    assertThat(gateway.placed).isEmpty();
    assertThat(ofErika.isEnded()).isFalse();
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void listsCallOfUnknownSubject() {
    UUID lost = newId();
    fixture.receive(
        calls.accepted(lost, newId(), tenant.newPhone(MagicLine.BUSY), null), calls.busy(lost));

    processor.runOnce();

    assertThat(calls.attempts()).isEmpty();
    assertThat(calls.unknownCalls()).containsExactly(lost);
    assertThat(fixture.query("SELECT 1 FROM unknown_call WHERE NOT listed")).isEmpty();
  }

  @Test
  void suppressesPhoneAndSubjectOfObjectionInDeletedOrder() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    PlacedOrder other = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.receive(
        calls.accepted(lost, goneOrder, phone, "erika"),
        gateway.objection(lost),
        calls.answered(lost));

    processor.runOnce();
    fixture.enforceSuppressions();

    assertThat(calls.suppressions()).containsExactly(phone + " erika");
    assertThat(other.isEnded()).isTrue();
    assertThat(feed("suppression.created")).hasSize(1);
  }

  @Test
  void emitsSuppressionOfKnownOrderOnce() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(calls.accepted(lost, order), gateway.objection(lost), calls.answered(lost));

    processor.runOnce();

    assertThat(calls.suppressions()).hasSize(1);
    assertThat(feed("suppression.created")).hasSize(1);
    assertThat(order.attempts().getFirst().suppressionId())
        .isEqualTo(AttemptIds.forObjection(lost));
  }

  @Test
  void erasesSubjectOfOpenOrderWithErasedCall() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(calls.erased(lost, order.id()));

    processor.runOnce();
    fixture.dialDue();

    assertThat(order.isEnded()).isTrue();
    assertThat(gateway.placed).isEmpty();
    assertThat(fixture.query("SELECT subject_reference FROM erasure"))
        .extracting(row -> row.getString(0))
        .containsExactly("erika");
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void redactsEndedOrderWithErasedUnknownCall() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    fixture.receive(calls.busy(order.attempt()));
    UUID lost = AttemptIds.of(order.id(), 2);
    fixture.receive(calls.erased(lost, order.id()));

    processor.runOnce();

    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(fixture.query("SELECT 1 FROM erasure")).isEmpty();
  }

  @Test
  void redactsEndedOrderWithErasedKnownCall() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    UUID known = order.attempt();
    fixture.receive(calls.busy(known));

    fixture.receive(calls.erased(known, order.id()), calls.erased(known, order.id()));

    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(calls.attempts()).containsExactly("  closed busy");
    assertThat(fixture.query("SELECT FROM erased_contact")).hasSize(1);
  }

  @Test
  void ignoresCallsOfAnotherDeployment() {
    UUID lost = newId();
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    CallOrigin foreign = new CallOrigin(UUID.randomUUID(), UUID.randomUUID(), null);
    fixture.receive(
        calls.accepted(lost, order.id(), tenant.id(), calls.phone(order), foreign),
        calls.busy(lost));

    processor.runOnce();

    assertThat(calls.attempts()).isEmpty();
    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(order.isEnded()).isFalse();
  }

  @Test
  void erasesAttemptsOfDeletedOrdersWithTheirSubject() {
    UUID goneOrder = newId();
    UUID lost = AttemptIds.of(goneOrder, 1);
    fixture.receive(
        calls.accepted(lost, goneOrder, tenant.newPhone(MagicLine.BUSY), "erika"),
        calls.busy(lost));
    processor.runOnce();
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);

    erasing.request("erika");
    erasing.finish();

    assertThat(calls.attempts()).containsExactly("  closed busy");
    assertThat(calls.erasedAtGateway()).containsExactly(lost);
    assertThat(fixture.query("SELECT FROM erased_contact")).hasSize(1);
  }

  @Test
  void recordsCallOnceOnTwoNodes() throws Exception {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(calls.accepted(lost, order), calls.busy(lost));
    UnknownCallProcessor other = fixture.units.unknownCalls(calls.contexts, calls.deployment);
    Race<?, ?> race =
        fixture.raceAt(
            "event",
            processor::runOnce,
            () -> {
              fixture.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");
              return other.runOnce();
            });

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(order.attempts()).hasSize(1);
    assertThat(tenant.dials()).isEqualTo(1);
  }

  private List<String> feedOf(UUID order) {
    return fixture
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
    return fixture.query("SELECT 1 FROM event WHERE envelope::json ->> 'type' = $1", type);
  }
}
