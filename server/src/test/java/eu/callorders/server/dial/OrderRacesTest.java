package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.dial.TestClient.ClientResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races of client requests with scheduling and dialing. */
@Tag("long")
class OrderRacesTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final TestClient client = new TestClient(fixture, tenant.id());
  private PlacedOrder order;

  @BeforeEach
  void scheduleOrder() {
    order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
  }

  @Test
  void dialerSkipsLockedSubject() {
    try (HeldLocks _ = tenant.holdSubject("erika")) {
      assertThat(fixture.dialer.runOnce().orders()).isZero();
    }
    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
  }

  @Test
  void cancelBeforeDialPreventsIt() throws Exception {
    var race =
        fixture.race(() -> client.cancel(order, "paid"), () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first().status()).isEqualTo(200);
    assertThat(race.second()).isZero();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertCanceled("call_order.accepted", "call_order.scheduled", "call_order.canceled");
  }

  @Test
  void cancelBeforeTheLockPreventsDial() {
    fixture.dialer.dial(TestClaims.runBeforeLock(order, () -> client.cancel(order, "paid")));

    assertCanceled("call_order.accepted", "call_order.scheduled", "call_order.canceled");
  }

  @Test
  void cancelAfterDialIsRefused() throws Exception {
    Race<Integer, ClientResponse> race =
        fixture.race(() -> fixture.dialer.runOnce().orders(), () -> client.cancel(order, "paid"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(409);
    assertThat(race.second().code()).isEqualTo("order_not_cancelable");
    assertDialedOnce();
  }

  @Test
  void editBeforeDialPostponesIt() throws Exception {
    Instant tomorrow = tenant.now().plus(Duration.ofDays(1));
    int planned = order.tag();
    var race =
        fixture.race(
            () -> client.patch(order, planned, notBefore(tomorrow)),
            () -> fixture.dialer.runOnce().orders());

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first().status()).isEqualTo(200);
    assertThat(race.second()).isZero();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertPostponed(tomorrow);
  }

  @Test
  void editBeforeTheLockPostponesDial() {
    Instant tomorrow = tenant.now().plus(Duration.ofDays(1));
    int planned = order.tag();

    fixture.dialer.dial(
        TestClaims.runBeforeLock(order, () -> client.patch(order, planned, notBefore(tomorrow))));

    assertPostponed(tomorrow);
  }

  @Test
  void editAfterDialIsRefused() throws Exception {
    int planned = order.tag();
    String before = order.load().document().json().toString();
    Race<Integer, ClientResponse> race =
        fixture.race(
            () -> fixture.dialer.runOnce().orders(),
            () -> client.patch(order, planned, notBefore(tenant.now().plus(Duration.ofDays(1)))));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(409);
    assertThat(race.second().code()).isEqualTo("order_not_editable");
    assertThat(order.load().document().json()).hasToString(before);
    assertDialedOnce();
  }

  @Test
  void secondOfTwoEditsFindsAnotherRevision() throws Exception {
    int planned = order.tag();
    var race =
        fixture.race(
            () -> client.patch(order, planned, "{\"metadata\": {\"who\": \"first\"}}"),
            () -> client.patch(order, planned, "{\"metadata\": {\"who\": \"second\"}}"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first().status()).isEqualTo(200);
    assertThat(race.second().status()).isEqualTo(412);
    assertThat(order.view().at("/metadata/who").asText()).isEqualTo("first");
    assertThat(order.tag()).isEqualTo(planned + 1);
  }

  @Test
  void cancelWaitsForThePlanner() throws Exception {
    PlacedOrder unplanned = tenant.anOrder().to(MagicLine.BUSY).place().leftToPlanner();
    Race<Integer, ClientResponse> race =
        fixture.race(fixture.planner::runOnce, () -> client.cancel(unplanned, "paid"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second().status()).isEqualTo(200);
    assertThat(unplanned.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
  }

  @Test
  void cancelBeforePlannerPreventsScheduling() throws Exception {
    PlacedOrder unplanned = tenant.anOrder().to(MagicLine.BUSY).place().leftToPlanner();
    var race = fixture.race(() -> client.cancel(unplanned, "paid"), fixture.planner::runOnce);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(fixture.planner.runOnce()).isZero();
    assertThat(unplanned.status()).isEqualTo("canceled");
    assertThat(unplanned.eventTypes())
        .containsExactly("call_order.accepted", "call_order.canceled");
  }

  @Test
  void cancelBeforeThePlannersLockPreventsScheduling() {
    PlacedOrder unplanned = tenant.anOrder().to(MagicLine.BUSY).place().leftToPlanner();

    fixture.planner.plan(
        TestClaims.runBeforeLock(unplanned, () -> client.cancel(unplanned, "paid")));

    assertThat(unplanned.status()).isEqualTo("canceled");
    assertThat(unplanned.eventTypes())
        .containsExactly("call_order.accepted", "call_order.canceled");
  }

  @Test
  void subjectSuppressionBeforeDialPreventsIt() {
    try (HeldLocks held = tenant.holdSubject("erika")) {
      tenant.suppress(held, null, "erika");
      assertThat(fixture.dialer.runOnce().orders()).isZero();
    }

    fixture.dialer.runOnce();

    assertSuppressed();
  }

  @Test
  void phoneSuppressionBeforeDialPreventsIt() {
    try (HeldLocks held = tenant.holdPhone(MagicLine.BUSY.number(0))) {
      tenant.suppress(held, MagicLine.BUSY.number(0), null);
      assertThat(fixture.dialer.runOnce().orders()).isZero();
    }

    fixture.dialer.runOnce();

    assertSuppressed();
  }

  @Test
  void suppressionWaitsForDial() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks channels = tenant.holdChannels()) {
      Future<Integer> dialed = threads.submit(() -> fixture.dialer.runOnce().orders());
      int dialer = channels.awaitWaiter();
      Future<HeldLocks> entering = threads.submit(() -> tenant.holdSubject("erika"));
      Await.until("the entry waits", () -> !channels.waitingFor(dialer).isEmpty());
      channels.release();
      try (HeldLocks held = entering.get()) {
        tenant.suppress(held, null, "erika");
      }
      assertThat(dialed.get()).isEqualTo(1);
    }

    assertDialedOnce();
  }

  @Test
  void unneededCallIsStoppedAtTheGateway() {
    fixture.dialer.runOnce();

    fixture.orders.change(order, new OrderCommand.Stop(StopReason.SEQUENCE_EXITED));
    fixture.reconciler.runOnce();
    fixture.reconciler.runOnce();

    assertThat(gateway.stopRequests).containsExactly(order.attempt());
    assertThat(order.status()).isEqualTo("dialing");
    fixture.receive(gateway.ended(order.attempt(), Disposition.CANCELED, Cause.STOPPED));
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("sequence_exited");
    fixture.reconciler.runOnce();
    assertThat(gateway.stopRequests).hasSize(1);
  }

  @Test
  void conversationContinuesAlthoughItsOrderIsToEnd() {
    fixture.dialer.runOnce();
    fixture.receive(gateway.answered(order.attempt()));

    fixture.orders.change(order, new OrderCommand.Stop(StopReason.SEQUENCE_EXITED));
    fixture.reconciler.runOnce();

    assertThat(gateway.stopRequests).isEmpty();
    assertThat(order.status()).isEqualTo("in_progress");
  }

  private static String notBefore(Instant instant) {
    return "{\"scheduling\": {\"window\": {\"not_before\": \"" + instant + "\"}}}";
  }

  private void assertCanceled(String... events) {
    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("canceled");
    assertThat(order.result().at("/termination/note").asText()).isEqualTo("paid");
    assertThat(order.eventTypes()).containsExactly(events);
    assertThat(order.attempts()).isEmpty();
    assertThat(tenant.dials()).isZero();
  }

  private void assertPostponed(Instant until) {
    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(Instant.parse(order.view().path("next_attempt_at").asText()))
        .isAfterOrEqualTo(until.minusMillis(1));
    assertThat(order.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.updated");
    assertThat(order.attempts()).isEmpty();
    assertThat(tenant.dials()).isZero();
  }

  private void assertSuppressed() {
    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
    assertThat(order.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
    assertThat(tenant.dials()).isZero();
  }

  private void assertDialedOnce() {
    fixture.dialer.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(order.id());
    assertThat(order.status()).isEqualTo("dialing");
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(order.eventTypes())
        .containsExactly(
            "call_order.accepted", "call_order.scheduled", "call_order.dialing", "call.started");
    assertThat(tenant.dials()).isEqualTo(1);
  }
}
