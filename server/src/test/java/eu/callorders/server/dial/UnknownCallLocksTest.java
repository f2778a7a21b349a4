package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.database.Locks;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lock order of unknown calls with dials and with later events. */
@Tag("long")
class UnknownCallLocksTest {
  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @Test
  void keepsEventThatArrivesDuringRecording() throws Exception {
    UUID lost = calls.reportBusy(3).getFirst();
    Race<?, ?> race =
        fixture.raceAt(
            "event",
            processor::runOnce,
            () -> {
              fixture.store(calls.gateway.objection(lost));
              return true;
            });
    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);

    processor.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(calls.suppressions()).hasSize(1);
  }

  @Test
  void keepsEventThatWaitsForALockDuringRecording() {
    PlacedOrder known = tenant.anOrder().forSubject("otto").to(MagicLine.BUSY).place();
    fixture.dialDue();
    UUID lost = calls.reportBusy(1).getFirst();
    List<AttemptUpdate> page = List.of(calls.busy(known.attempt()), calls.gateway.objection(lost));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks held =
            HeldLocks.of(fixture.vertx, fixture.testDatabase, Locks.subject(tenant.id(), "otto"))) {
      CompletableFuture<?> stored =
          CompletableFuture.runAsync(() -> fixture.inboxProcessor.store(page), threads);
      held.awaitWaiter();
      processor.runOnce();
      assertThat(calls.recordedAttempts()).contains(lost);
      held.release();
      stored.join();
    }

    processor.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(calls.suppressions()).hasSize(1);
  }

  @Test
  void keepsEventStoredDuringReplay() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    UUID lost = AttemptIds.of(order.id(), 1);
    fixture.receive(calls.gateway.answered(lost));
    fixture.dialDue();
    calls.makeDue();
    processor.runOnce();
    try (HeldLocks row = HeldLocks.ofRows(fixture.vertx, fixture.testDatabase, rowOf(lost))) {
      AttemptUpdate.EventReceived objected =
          (AttemptUpdate.EventReceived) calls.gateway.objection(lost);
      UnknownCallStore.insert(row.connection(), List.of(objected.event())).await();
      fixture.inboxProcessor.runOnce();
      row.awaitWaiter(); // blocked at the deletion of the call
    }

    Await.until(
        "the objection is recorded",
        () -> {
          calls.makeDue();
          processor.runOnce();
          fixture.inboxProcessor.runOnce();
          return calls.suppressions().size();
        },
        entries -> entries == 1);
    Await.until("the events are deleted", () -> calls.unknownCalls().isEmpty());
  }

  @Test
  void locksSubjectsThenCallsThenChannels() {
    UUID last = calls.reportBusy(5).getLast();
    String subject = Locks.subject(tenant.id(), "person-3");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks held = HeldLocks.of(fixture.vertx, fixture.testDatabase, subject)) {
      CompletableFuture<?> round = CompletableFuture.supplyAsync(processor::runOnce, threads);
      int waiting = held.awaitWaiter();
      try (HeldLocks row = HeldLocks.ofRows(fixture.vertx, fixture.testDatabase, rowOf(last))) {
        held.release();

        assertThat(row.awaitWaiter()).isEqualTo(waiting);
        assertThat(isFree(Locks.subject(tenant.id(), "person-0"))).isFalse();
        assertThat(isFree(Locks.channels(tenant.id()))).isTrue();
      }
      round.join();
    }

    assertThat(calls.recordedAttempts()).hasSize(5);
  }

  /** Fails at once when the row is locked. */
  private static String rowOf(UUID call) {
    return "SELECT FROM unknown_call WHERE attempt_id = '%s' FOR UPDATE NOWAIT".formatted(call);
  }

  @Test
  void waitsForDialWithoutAttempt() throws Exception {
    PlacedOrder due = tenant.anOrder().forSubject("otto").to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    UUID lost = AttemptIds.of(newId(), 1);
    fixture.receive(calls.accepted(lost, newId(), calls.phone(due), "erika"), calls.busy(lost));
    calls.reportBusy(3);

    Race<?, ?> race =
        fixture.raceAt("call_attempt", () -> fixture.dialer.runOnce().orders(), processor::runOnce);
    fixture.receive(calls.busy(due.attempt()));
    calls.makeDue();
    processor.runOnce();

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(calls.recordedAttempts()).hasSize(5).contains(lost);
  }

  @Test
  void dialWaitsForRecordedCallAtItsPhone() throws Exception {
    PlacedOrder due = tenant.anOrder().forSubject("otto").to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    fixture.receive(
        acceptedYesterday("erika", calls.phone(due)),
        acceptedYesterday("emil", tenant.newPhone(MagicLine.BUSY)));

    Race<?, ?> race =
        fixture.raceAt("call_attempt", processor::runOnce, () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(calls.recordedAttempts()).hasSize(2);
    assertThat(calls.gateway.placed).isEmpty();
    assertThat(due.status()).isEqualTo("scheduled");
  }

  /** A call without an end, which counts as a dial of the previous day. */
  private AttemptUpdate acceptedYesterday(String subject, String phone) {
    UUID attempt = AttemptIds.of(newId(), 1);
    Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS).minus(1, ChronoUnit.DAYS);
    GatewayEvent.Header header = calls.gateway.header(attempt);
    CallContext context = new CallContext(subject, UUID.randomUUID());
    CallOrigin origin =
        new CallOrigin(
            calls.deployment, UUID.randomUUID(), calls.contexts.encrypt(attempt, context));
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Accepted(
            new GatewayEvent.Header(
                header.eventId(), attempt, header.gatewayRef(), header.sequence(), at),
            new Facts(newId(), tenant.id(), new PhoneNumber(phone), 1, at, origin)));
  }

  @Test
  void locksPhoneOfReportedObjectionBeforeChannels() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    UUID lost = AttemptIds.of(newId(), 1);
    fixture.receive(
        calls.accepted(lost, newId(), phone, "erika"),
        calls.answered(lost),
        calls.gateway.report(lost, UnknownCallsFixture.OBJECTION));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks channels =
            HeldLocks.of(fixture.vertx, fixture.testDatabase, Locks.channels(tenant.id()))) {
      CompletableFuture<?> round = CompletableFuture.supplyAsync(processor::runOnce, threads);
      channels.awaitWaiter();

      assertThat(isFree(Locks.phone(tenant.id(), new PhoneNumber(phone)))).isFalse();
      channels.release();
      round.join();
    }

    assertThat(calls.suppressions()).containsExactly(phone + " erika");
  }

  private boolean isFree(String lock) {
    return fixture
        .database
        .asWorker(connection -> Locks.tryAcquire(connection, Set.of(lock)))
        .await()
        .contains(lock);
  }
}
