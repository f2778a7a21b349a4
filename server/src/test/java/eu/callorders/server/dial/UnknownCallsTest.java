package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.server.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Events of unknown calls are stored before they are confirmed. */
class UnknownCallsTest {
  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @Test
  void storesEventsOfUnknownCallsBeforeConfirmation() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    UUID unknown = UUID.randomUUID();
    List<Integer> storedWhenConfirmed = new ArrayList<>();

    fixture.inbox.add(
        List.of(
            gateway.answered(unknown),
            gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL),
            gateway.objection(unknown)),
        () -> storedWhenConfirmed.add(1));
    fixture.inboxProcessor.runOnce();

    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(storedWhenConfirmed).hasSize(1);
    assertThat(calls.unknownCalls()).containsExactly(unknown);
    assertThat(eventTypes()).containsExactly("call.answered", "call.objection");
  }

  @Test
  void storesRepeatedEventOnce() {
    AttemptUpdate objection = gateway.objection(UUID.randomUUID());

    fixture.receive(objection);
    fixture.receive(objection, objection);

    assertThat(eventTypes()).containsExactly("call.objection");
  }

  @Test
  void replaysEventsAfterTheAttemptExists() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(gateway.answered(lost), gateway.objection(lost));
    processor.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(tenant.suppressions()).isZero();
    fixture.dialDue();
    assertThat(order.attempt()).isEqualTo(lost);

    calls.makeDue();
    processor.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(tenant.suppressions()).isEqualTo(1);
    assertThat(order.status()).isEqualTo("in_progress");
    Await.until("the events are deleted", () -> calls.unknownCalls().isEmpty());
    assertThat(eventTypes()).isEmpty();
  }

  @Test
  void recordsObjectionOfDeletedOrder() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID lost = UUID.randomUUID();
    AttemptUpdate accepted = calls.accepted(lost, UUID.randomUUID(), phone);
    PlacedOrder other = tenant.anOrder().toPhone(phone).place();
    fixture.receive(accepted, gateway.objection(lost));

    processor.runOnce();
    fixture.dialDue();
    fixture.enforceSuppressions();

    assertThat(calls.suppressions()).containsExactly(phone + " null");
    assertThat(gateway.placed).isEmpty();
    assertThat(other.isEnded()).isTrue();
  }

  @Test
  void recordsRepeatedObjectionOnce() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    String phone = tenant.newPhone(MagicLine.BUSY);
    AttemptUpdate accepted = calls.accepted(lost, order.id(), phone);
    AttemptUpdate objected = gateway.objection(lost);
    fixture.receive(accepted, objected);
    processor.runOnce();
    calls.makeDue();
    processor.runOnce();

    assertThat(calls.suppressions()).containsExactly(phone + " erika");
  }

  @Test
  void doesNotRepeatDeletedSuppression() {
    UUID lost = UUID.randomUUID();
    fixture.receive(
        calls.accepted(lost, UUID.randomUUID(), tenant.newPhone(MagicLine.BUSY)),
        gateway.objection(lost));
    processor.runOnce();
    fixture.query("DELETE FROM suppression RETURNING id");

    calls.makeDue();
    processor.runOnce();

    assertThat(calls.suppressions()).isEmpty();
  }

  @Test
  void erasureDeletesEvents() {
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    UUID lost = UUID.randomUUID();
    fixture.receive(
        calls.accepted(lost, order.id(), tenant.newPhone(MagicLine.BUSY)), gateway.answered(lost));
    assertThat(calls.unknownCalls()).containsExactly(lost);

    erasing.request("erika");
    erasing.finish();

    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(eventTypes()).isEmpty();
    assertThat(calls.erasedAtGateway()).contains(lost);
  }

  @Test
  void recordsObjectionOfErasedSubject() {
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    UUID lost = UUID.randomUUID();
    String phone = tenant.newPhone(MagicLine.BUSY);
    fixture.receive(calls.accepted(lost, order.id(), phone), gateway.objection(lost));
    erasing.request("erika");
    erasing.finish();

    processor.runOnce();

    assertThat(calls.suppressions()).containsExactly(phone + " null");
    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(calls.erasedAtGateway()).contains(lost);
  }

  @Test
  void queriesMissingFacts() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID lost = UUID.randomUUID();
    AttemptUpdate objected = gateway.objection(lost);
    fixture.receive(objected);
    gateway.withQueryResult(
        new QueryResult.Found(
            "by hand",
            List.of(
                ((AttemptUpdate.EventReceived) calls.accepted(lost, UUID.randomUUID(), phone))
                    .event(),
                ((AttemptUpdate.EventReceived) objected).event())));

    processor.runOnce();

    assertThat(calls.suppressions()).containsExactly(phone + " null");
  }

  @Test
  void startsNoQueryAfterTwentySeconds() {
    AtomicLong nanoTime = new AtomicLong();
    gateway.onEachQuery(() -> nanoTime.addAndGet(Duration.ofSeconds(10).toNanos()));
    UnknownCallProcessor bounded =
        fixture.units.unknownCalls(calls.contexts, calls.deployment, nanoTime::get);
    fixture.receive(
        IntStream.range(0, 5).mapToObj(any -> answered()).toArray(AttemptUpdate[]::new));
    UUID later = UUID.fromString("ffffffff-ffff-7fff-bfff-ffffffffffff"); // the last of the round
    fixture.receive(
        calls.accepted(
            later, UUID.randomUUID(), UUID.randomUUID(), MagicLine.BUSY.number(0), null));

    bounded.runOnce();

    assertThat(gateway.queries).hasSize(2);
    assertThat(calls.unknownCalls()).hasSize(5).doesNotContain(later);

    fixture.query(
        "UPDATE unknown_call SET next_run_at = now() WHERE NOT attempt_id = ANY ($1)"
            + " RETURNING attempt_id",
        (Object) gateway.queries.toArray(UUID[]::new));
    bounded.runOnce();

    assertThat(gateway.queries).hasSize(4).doesNotHaveDuplicates();
  }

  private AttemptUpdate answered() {
    return gateway.answered(UUID.randomUUID());
  }

  @Test
  void deletesCallsOfOtherDeploymentsAndErasedCalls() {
    UUID foreign = UUID.randomUUID();
    UUID erased = UUID.randomUUID();
    fixture.receive(
        calls.accepted(
            foreign, UUID.randomUUID(), UUID.randomUUID(), tenant.newPhone(MagicLine.BUSY), null),
        gateway.objection(foreign),
        gateway.objection(erased),
        new AttemptUpdate.EventReceived(
            new GatewayEvent.Forgotten(gateway.header(erased), UUID.randomUUID(), tenant.id())));

    processor.runOnce();

    Await.until("the events are deleted", () -> calls.unknownCalls().isEmpty());
    assertThat(calls.suppressions()).isEmpty();
  }

  @Test
  void claimsCallsWithAnObjectionFirst() {
    UUID other = UUID.randomUUID();
    UUID objected = UUID.randomUUID();
    fixture.receive(gateway.answered(other));
    fixture.receive(gateway.objection(objected));

    List<UnknownCallStore.UnknownCall> claimed =
        fixture.database.inWorker(connection -> UnknownCallStore.claim(connection, 1).await());

    assertThat(claimed)
        .containsExactly(new UnknownCallStore.UnknownCall(objected, false, false, false));
  }

  @Test
  void doesNotStoreEventsOfErasedAttempt() {
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    UUID attempt = order.attempt();
    fixture.receive(gateway.ended(attempt, Disposition.BUSY, Cause.NORMAL));
    erasing.request("erika");
    erasing.finish();
    assertThat(ErasureDriver.redacted(order)).isTrue();

    fixture.receive(gateway.objection(attempt));

    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(tenant.suppressions()).isZero();
  }

  private List<String> eventTypes() {
    return fixture.query("SELECT document ->> 'type' FROM unknown_call_event ORDER BY 1").stream()
        .map(row -> row.getString(0))
        .toList();
  }
}
