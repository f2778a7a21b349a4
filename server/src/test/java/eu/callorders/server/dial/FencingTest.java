package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.server.CommitFailures;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.SettableClock;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that resumes after a pause in which another node took over its work. */
class FencingTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  @Test
  void lostSessionBeforeWriteDialsNothing() throws Exception {
    PlacedOrder order = planned();
    try (HeldLocks channels = tenant.holdChannels()) {
      assertTakenOver(order, channels);
    }
  }

  @Test
  void lostSessionBeforeCommitDialsNothing() throws Exception {
    PlacedOrder order = planned();
    try (HeldLocks events = HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "event")) {
      assertTakenOver(order, events);
    }
  }

  @Test
  void failedCommitDialsNothing() {
    PlacedOrder order = planned();
    try (CommitFailures _ =
        CommitFailures.of(fixture.vertx, fixture.testDatabase, "call_attempt")) {
      assertThat(fixture.dialer.runOnce().orders()).isZero();
    }
    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");

    assertThat(other.dialer.runOnce().orders()).isEqualTo(1);

    assertThat(gateway.placed).extracting(PlaceCall::attemptId).containsExactly(order.attempt());
  }

  /** Ends the session of a dialer that waits for the locks; another dialer takes over. */
  private void assertTakenOver(PlacedOrder order, HeldLocks blocking) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> frozen = threads.submit(() -> fixture.dialer.runOnce().orders());
      blocking.kill(blocking.awaitWaiter());
      assertThatThrownBy(frozen::get).isInstanceOf(ExecutionException.class);
    }
    blocking.release();
    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");

    assertThat(other.dialer.runOnce().orders()).isEqualTo(1);

    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertThat(gateway.placed).extracting(PlaceCall::attemptId).containsExactly(order.attempt());
    assertThat(order.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.dialing");
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void dialerPausedAfterCommitSkipsExpiredCalls() {
    PlacedOrder one = planned();
    PlacedOrder two = planned();
    SettableClock clock = new SettableClock(Instant.now());
    gateway.afterEachCall(() -> clock.advance(Duration.ofHours(1)));

    fixture.units.newDialer(clock).runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(gateway.placed).hasSize(1);
    UUID placed = gateway.placed.getFirst().orderId();
    PlacedOrder late = placed.equals(one.id()) ? two : one;
    assertThat(late.status()).isEqualTo("scheduled");
    assertThat(late.load().attemptCount()).isZero();
    assertThat(late.load().refusedAttempts()).isEqualTo(1);
    assertThat(late.load().consecutiveRefusals()).isZero();
    assertThat(late.dispositions()).isEmpty();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void pausedReconcilerDoesNotFailCallForStaleReply() {
    PlacedOrder order = planned();
    gateway.losingRequests();
    fixture.dialer.runOnce();
    CompletableFuture<QueryResult> answer = new CompletableFuture<>();
    gateway.withQueryResult(answer);
    SettableClock clock = new SettableClock(Instant.now());
    Reconciler frozen = fixture.units.newReconciler(clock);
    frozen.runOnce();
    assertThat(gateway.queries).containsExactly(order.attempt());
    other.receive(gateway.answered(order.attempt()));

    clock.advance(Duration.ofMinutes(1));
    answer.complete(new QueryResult.NotFound());
    fixture.inboxProcessor.runOnce();

    assertThat(order.status()).isEqualTo("in_progress");
    assertThat(order.eventTypes()).doesNotContain("call.ended");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pausedReconcilerDoesNotFailRequestInFlight(boolean authoritative) {
    PlacedOrder order = planned();
    gateway.losingRequests().authoritative(authoritative);
    fixture.dialer.runOnce();
    CompletableFuture<QueryResult> answer = new CompletableFuture<>();
    gateway.withQueryResult(answer);
    SettableClock clock = new SettableClock(Instant.now());
    fixture.units.newReconciler(clock).runOnce();

    clock.advance(Duration.ofMinutes(1));
    answer.complete(new QueryResult.NotFound());
    fixture.inboxProcessor.runOnce();

    assertThat(gateway.queries).containsExactly(order.attempt());
    assertThat(order.status()).isEqualTo("dialing");
    assertThat(order.load().consecutiveRefusals()).isZero();
    assertThat(tenant.dials()).isEqualTo(1);
  }

  @Test
  void eventsOfLostAttemptDoNotAffectTheNext() {
    PlacedOrder order = planned();
    gateway.losingRequests();
    fixture.dialer.runOnce();
    UUID first = order.attempt();
    other.receive(new AttemptUpdate.Lost(first));
    tenant.jump(Duration.ofHours(5));
    other.dialer.runOnce();
    UUID second = order.attempt();
    assertThat(second).isNotEqualTo(first);

    fixture.receive(
        gateway.answered(first),
        gateway.ended(first, Disposition.BUSY, Cause.NORMAL),
        new AttemptUpdate.Lost(first),
        new AttemptUpdate.ReportOverdue(first));

    assertThat(order.status()).isEqualTo("dialing");
    assertThat(order.dispositions()).containsExactly("failed");
    assertThat(order.load().state()).isEqualTo(new OrderState.Dialing(second, null));
    assertThat(order.eventTypes()).doesNotContain("call.answered");
    assertThat(gateway.placed).hasSize(2);
  }

  @Test
  void staleOrderChangeIsRefused() {
    PlacedOrder order = planned();
    CallOrder stale = order.load();
    other.orders.change(order, new OrderCommand.Cancel("taken over"));
    OrderChange change = fixture.orderWriter.open(stale, tenant.now());
    change.apply(new OrderCommand.StartAttempt(UUID.randomUUID()));

    assertRefused(() -> save(change));

    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
  }

  @Test
  void staleAttemptChangeIsRefused() {
    PlacedOrder order = planned();
    gateway.losingRequests();
    fixture.dialer.runOnce();
    CallOrder stale = order.load();
    other.receive(gateway.answered(order.attempt()));
    OrderChange change = fixture.orderWriter.open(stale, tenant.now());
    change.update(stale.attempts().getFirst().withDeadlines(null, null));
    int revision = order.revision();

    assertRefused(() -> save(change));

    assertThat(order.status()).isEqualTo("in_progress");
    assertThat(order.revision()).isEqualTo(revision);
    assertThat(order.attempts().getFirst().followUp().reconcileAt()).isNotNull();
  }

  private Void save(OrderChange change) {
    return fixture.database.inWorker(
        connection -> fixture.orderWriter.save(connection, List.of(change)).await());
  }

  private static void assertRefused(ThrowingCallable save) {
    assertThatThrownBy(save)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("changed 0 rows instead of 1");
  }

  private PlacedOrder planned() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    return order;
  }
}
