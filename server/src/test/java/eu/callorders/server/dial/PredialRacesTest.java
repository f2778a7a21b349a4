package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.predial.PredialCheck.OnFailure;
import eu.callorders.core.predial.PredialReply;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.dial.TestClient.ClientResponse;
import eu.callorders.server.tenant.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions and their answers against requests of the client and do-not-call entries. */
@Tag("long")
class PredialRacesTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final PredialClient asked = fixture.predial.client;
  private final TestTenant tenant = fixture.tenant();
  private final TestClient client = new TestClient(fixture, tenant.id());
  private final Callable<Integer> dialer = () -> fixture.predialDialer.runOnce().orders();
  private PlacedOrder order;

  @BeforeEach
  void scheduleOrder() {
    fixture.predial.set(tenant, OnFailure.HOLD);
    order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
  }

  private void ask() {
    fixture.predialDialer.runOnce();
    assertThat(asked.orders()).containsExactly(order.id());
  }

  private void permit() {
    asked.reply(new PredialReply.Proceed(null));
  }

  private static String notBefore(Instant instant) {
    return "{\"scheduling\": {\"window\": {\"not_before\": \"" + instant + "\"}}}";
  }

  @Test
  void cancelBeforeTheAnswerPreventsTheDial() throws Exception {
    ask();
    permit();
    var race = fixture.race(() -> client.cancel(order, "paid"), dialer);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first().status()).isEqualTo(200);
    assertThat(race.second()).isZero();
    fixture.predialDialer.runOnce();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(gateway.placed).isEmpty();
    assertThat(fixture.predial.stored(order.id())).isZero();
  }

  @Test
  void cancelAfterTheAnswerIsRefused() throws Exception {
    ask();
    permit();
    Race<Integer, ClientResponse> race = fixture.race(dialer, () -> client.cancel(order, "paid"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(409);
    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void cancelWhileTheQuestionIsStoredEndsTheOrder() throws Exception {
    Race<Integer, ClientResponse> race =
        fixture.raceAt("predial_question", dialer, () -> client.cancel(order, "paid"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(200);
    permit();
    fixture.predialDialer.runOnce();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(gateway.placed).isEmpty();
    assertThat(fixture.predial.stored(order.id())).isZero();
  }

  @Test
  void canceledAnswerAgainstCancelEndsTheOrderOnce() throws Exception {
    ask();
    asked.reply(new PredialReply.Cancel("by the answer"));
    Race<Integer, ClientResponse> race =
        fixture.race(dialer, () -> client.cancel(order, "by the request"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(409);
    assertThat(order.result().at("/termination/note").asText()).isEqualTo("by the answer");
    assertThat(order.eventTypes()).endsWith("call_order.canceled").hasSize(3);
  }

  @Test
  void answerWaitsForALockedPhoneAndIsAskedForOnce() {
    ask();
    permit();

    try (HeldLocks suppressing = tenant.holdPhone(order.load().phones().getFirst().e164())) {
      assertThat(fixture.predialDialer.runOnce().orders()).isZero();
      assertThat(fixture.predial.stored(order.id())).isEqualTo(1);
      suppressing.release();
    }
    fixture.predialDialer.runOnce();

    assertThat(gateway.calledOrders()).containsExactly(order.id());
    assertThat(asked.questions).hasSize(1);
    assertThat(fixture.predial.stored(order.id())).isZero();
  }

  @Test
  void editBeforeTheAnswerPostponesTheDial() throws Exception {
    ask();
    permit();
    Instant tomorrow = tenant.now().plus(Duration.ofDays(1));
    int tag = order.tag();
    var race = fixture.race(() -> client.patch(order, tag, notBefore(tomorrow)), dialer);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.first().status()).isEqualTo(200);
    fixture.predialDialer.runOnce();
    assertThat(gateway.placed).isEmpty();
    assertThat(asked.questions).hasSize(1);
    assertThat(Instant.parse(order.view().path("next_attempt_at").asText()))
        .isAfterOrEqualTo(tomorrow.minusMillis(1));
  }

  @Test
  void editedOrderIsAskedAboutAnew() {
    ask();

    client.patch(order, order.tag(), "{\"metadata\": {\"case\": \"new\"}}");
    fixture.predialDialer.runOnce();

    assertThat(asked.orders()).containsExactly(order.id(), order.id());
    assertThat(asked.questions.getLast().body().toString()).contains("\"case\":\"new\"");
    permit(); // the question about the former order
    fixture.predialDialer.runOnce();
    assertThat(gateway.placed).isEmpty();
    permit();
    fixture.predialDialer.runOnce();
    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void answerAboutTheFormerOrderPermitsNoDial() {
    ask();
    client.patch(order, order.tag(), "{\"metadata\": {\"case\": \"new\"}}");
    permit(); // before the client is asked about the order as it is now

    fixture.predialDialer.runOnce();
    fixture.predialDialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    assertThat(asked.orders()).containsExactly(order.id(), order.id());
    permit();
    fixture.predialDialer.runOnce();
    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void editAfterTheAnswerIsRefused() throws Exception {
    ask();
    permit();
    int tag = order.tag();
    Race<Integer, ClientResponse> race =
        fixture.race(
            dialer, () -> client.patch(order, tag, notBefore(tenant.now().plusSeconds(3600))));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second().status()).isEqualTo(409);
    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void questionChangesNoEntityTag() {
    int tag = order.tag();
    ask();
    assertThat(order.tag()).isEqualTo(tag);

    asked.reply(new PredialReply.Hold(tenant.now().plusSeconds(3600)));
    fixture.predialDialer.runOnce();

    assertThat(order.tag()).isEqualTo(tag);
    assertThat(order.eventTypes()).containsExactly("call_order.accepted", "call_order.scheduled");
  }

  @Test
  void suppressionBeforeTheAnswerPreventsTheDial() {
    ask();
    permit();
    try (HeldLocks held = tenant.holdSubject("erika")) {
      tenant.suppress(held, null, "erika");
      assertThat(fixture.predialDialer.runOnce().orders()).isZero();
    }

    fixture.predialDialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
  }

  @Test
  void suppressedPhoneBeforeTheAnswerPreventsTheDial() {
    ask();
    try (HeldLocks held = tenant.holdPhone(MagicLine.BUSY.number(0))) {
      tenant.suppress(held, MagicLine.BUSY.number(0), null);
    }
    permit();

    fixture.predialDialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    assertThat(order.summary()).isEqualTo("suppressed");
  }

  @Test
  void suppressionWaitsForTheAnsweredDial() throws Exception {
    ask();
    permit();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks channels = tenant.holdChannels()) {
      Future<Integer> dialed = threads.submit(dialer);
      int waiter = channels.awaitWaiter();
      Future<HeldLocks> entering = threads.submit(() -> tenant.holdSubject("erika"));
      Await.until("the entry waits", () -> !channels.waitingFor(waiter).isEmpty());
      channels.release();
      try (HeldLocks held = entering.get()) {
        tenant.suppress(held, null, "erika");
      }
      assertThat(dialed.get()).isEqualTo(1);
    }
    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  /** Its reply stays good while another transaction changes something of the person. */
  @Test
  void answerWaitsForALockedSubject() {
    ask();
    permit();
    try (HeldLocks _ = tenant.holdSubject("erika")) {
      assertThat(fixture.predialDialer.runOnce().orders()).isZero();
    }

    fixture.predialDialer.runOnce();

    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void clockWaitsForTheQuestion() {
    ask();
    Instant before = tenant.now();
    fixture
        .database
        .asWorker(
            connection ->
                TestClock.advanceTo(connection, tenant.id(), before.plus(Duration.ofDays(1))))
        .await();

    long offset = clockOffset();
    fixture.loops.clockAdvancer().runOnce();
    assertThat(clockOffset()).isEqualTo(offset);
    asked.reply(new PredialReply.Cancel(null));
    fixture.predialDialer.runOnce();
    Await.until(
        "the clock moves",
        () -> {
          fixture.loops.clockAdvancer().runOnce();
          return tenant.clock().target().isEmpty();
        });

    assertThat(tenant.now()).isAfter(before.plus(Duration.ofHours(23)));
  }

  /** The clock moves only if its offset to real time does. */
  private long clockOffset() {
    return fixture
        .query("SELECT clock_offset_ms FROM tenant WHERE id = $1", tenant.id())
        .getFirst()
        .getLong(0);
  }
}
