package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lock order of unknown calls with dials and with later events. */
class UnknownCallLocksTest {
  private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final DialFixture house = calls.house;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void keepsEventThatArrivesDuringRecording() throws Exception {
    UUID lost = calls.tellBusy(3).getFirst();
    Race<?, ?> race =
        house.raceAt(
            "event",
            processor::runOnce,
            () -> {
              house.store(calls.gateway.objected(lost));
              return true;
            });
    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);

    processor.runOnce();
    house.inboxWork.runOnce();

    assertThat(calls.entries()).hasSize(1);
  }

  @Test
  void keepsEventThatWaitsForALockDuringRecording() {
    PlacedOrder known = tenant.anOrder().of("otto").to(MagicLine.BUSY).placed();
    house.dialDue();
    UUID lost = calls.tellBusy(1).getFirst();
    List<AttemptUpdate> page = List.of(calls.busy(known.attempt()), calls.gateway.objected(lost));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks held =
            HeldLocks.of(house.vertx, house.testDatabase, Locks.person(tenant.id(), "otto"))) {
      CompletableFuture<?> stored =
          CompletableFuture.runAsync(() -> house.inboxWork.store(page), threads);
      held.awaitWaiter();
      processor.runOnce();
      assertThat(calls.recorded()).contains(lost);
      held.release();
      stored.join();
    }

    processor.runOnce();
    house.inboxWork.runOnce();

    assertThat(calls.entries()).hasSize(1);
  }

  @Test
  void keepsEventStoredDuringReplay() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).placed();
    UUID lost = AttemptIds.of(order.id(), 1);
    house.tell(calls.gateway.answered(lost));
    house.dialDue();
    makeDue();
    processor.runOnce();
    try (HeldLocks row = HeldLocks.ofRows(house.vertx, house.testDatabase, rowOf(lost))) {
      AttemptUpdate.EventReceived objected =
          (AttemptUpdate.EventReceived) calls.gateway.objected(lost);
      new UnknownCallStore().insert(row.connection(), List.of(objected.event())).await();
      house.inboxWork.runOnce();
      row.awaitWaiter(); // blocked at the deletion of the call
    }

    Await.until(
        "the objection is recorded",
        () -> {
          makeDue();
          processor.runOnce();
          house.inboxWork.runOnce();
          return calls.entries().size();
        },
        entries -> entries == 1);
    Await.until("the events are deleted", () -> calls.unknownCalls().isEmpty());
  }

  private void makeDue() {
    house.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");
  }

  @Test
  void locksSubjectsThenCallsThenChannels() {
    UUID last = calls.tellBusy(5).getLast();
    String subject = Locks.person(tenant.id(), "person-3");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks held = HeldLocks.of(house.vertx, house.testDatabase, subject)) {
      CompletableFuture<?> round = CompletableFuture.supplyAsync(processor::runOnce, threads);
      int waiting = held.awaitWaiter();
      try (HeldLocks row = HeldLocks.ofRows(house.vertx, house.testDatabase, rowOf(last))) {
        held.release();

        assertThat(row.awaitWaiter()).isEqualTo(waiting);
        assertThat(isFree(Locks.person(tenant.id(), "person-0"))).isFalse();
        assertThat(isFree(Locks.channels(tenant.id()))).isTrue();
      }
      round.join();
    }

    assertThat(calls.recorded()).hasSize(5);
  }

  /** Fails at once when the row is locked. */
  private static String rowOf(UUID call) {
    return "SELECT FROM unknown_call WHERE attempt_id = '%s' FOR UPDATE NOWAIT".formatted(call);
  }

  @Test
  void waitsForDialWithoutAttempt() throws Exception {
    PlacedOrder due = tenant.anOrder().of("otto").to(MagicLine.BUSY).placed();
    house.planner.runOnce();
    UUID lost = AttemptIds.of(newId(), 1);
    house.tell(calls.accepted(lost, newId(), calls.phone(due), "erika"), calls.busy(lost));
    calls.tellBusy(3);

    Race<?, ?> race = house.raceAt("call_attempt", house.dialer::runOnce, processor::runOnce);
    house.tell(calls.busy(due.attempt()));
    makeDue();
    processor.runOnce();

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    assertThat(calls.recorded()).hasSize(5).contains(lost);
  }

  @Test
  void dialWaitsForRecordedCallAtItsPhone() throws Exception {
    PlacedOrder due = tenant.anOrder().of("otto").to(MagicLine.BUSY).placed();
    house.planner.runOnce();
    house.tell(
        acceptedYesterday("erika", calls.phone(due)),
        acceptedYesterday("emil", tenant.newNumber(MagicLine.BUSY)));

    Race<?, ?> race = house.raceAt("call_attempt", processor::runOnce, house.dialer::runOnce);

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    assertThat(calls.recorded()).hasSize(2);
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
            new Facts(newId(), tenant.id(), phone, 1, at, origin)));
  }

  @Test
  void locksPhoneOfReportedObjectionBeforeChannels() {
    String phone = tenant.newNumber(MagicLine.BUSY);
    UUID lost = AttemptIds.of(newId(), 1);
    house.tell(
        calls.accepted(lost, newId(), phone, "erika"),
        calls.spoken(lost),
        calls.gateway.reported(lost, UnknownCallsFixture.OBJECTION));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks channels =
            HeldLocks.of(house.vertx, house.testDatabase, Locks.channels(tenant.id()))) {
      CompletableFuture<?> round = CompletableFuture.supplyAsync(processor::runOnce, threads);
      channels.awaitWaiter();

      assertThat(isFree(Locks.number(tenant.id(), phone))).isFalse();
      channels.release();
      round.join();
    }

    assertThat(calls.entries()).containsExactly(phone + " erika");
  }

  private boolean isFree(String lock) {
    return house
        .database
        .asWorker(connection -> Locks.tryTake(connection, Set.of(lock)))
        .await()
        .contains(lock);
  }
}
