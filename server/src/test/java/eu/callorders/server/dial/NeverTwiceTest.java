package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.server.SettableClock;
import eu.callorders.server.call.CallAttempt;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nobody is dialled twice for one attempt, whatever goes wrong around it. */
class NeverTwiceTest {
  private final HandGateway gateway = new HandGateway();
  private final DialHouse house = DialHouse.over(gateway);
  private final TestTenant tenant = house.tenant();

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void twoDialersThatFoundTheSameOrdersDialEachOnce() throws Exception {
    List<PlacedOrder> orders = plannedOrders(50);
    CyclicBarrier bothHaveLooked = new CyclicBarrier(2);

    inParallel(
        () -> house.newDialer().dial(lookingFirst(bothHaveLooked)),
        () -> house.newDialer().dial(lookingFirst(bothHaveLooked)));

    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId)
        .containsExactlyInAnyOrderElementsOf(orders.stream().map(PlacedOrder::id).toList());
    assertThat(orders).allMatch(order -> order.status().equals("dialing"));
  }

  @Test
  void aDialerThatComesToItsLocksLateSeesThatNothingIsLeft() {
    PlacedOrder order = plannedOrders(1).getFirst();
    house.dialer.runOnce();

    house.newDialer().dial(claiming(List.of(order)));

    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void twoDialersTogetherDialNoMoreThanTheTenantHasChannels() throws Exception {
    tenant.changeQuotas(quotas -> Quotas.calls(quotas, 3));
    List<PlacedOrder> orders = plannedOrders(6);

    inParallel(
        () -> house.newDialer().dial(claiming(orders.subList(0, 3))),
        () -> house.newDialer().dial(claiming(orders.subList(3, 6))));

    assertThat(gateway.placed).hasSize(3);
    assertThat(orders).filteredOn(order -> order.status().equals("scheduled")).hasSize(3);
  }

  @Test
  void aFreeChannelIsUsedByTheNextInLine() {
    tenant.changeQuotas(quotas -> Quotas.calls(quotas, 1));
    plannedOrders(3);
    for (int dialled = 1; dialled <= 3; dialled++) {
      house.dialer.runOnce();
      house.dialer.runOnce();
      assertThat(gateway.placed).hasSize(dialled);
      UUID running = gateway.placed.getLast().attemptId();
      house.tell(gateway.ended(running, Disposition.ANSWERED, Cause.NORMAL));
    }
  }

  @Test
  void anOtherOrderOfAPersonWhoIsCalledWaits() {
    tenant.anOrder().of("erika").to(Line.BUSY).placed();
    PlacedOrder other = tenant.anOrder().of("erika").to(Line.BUSY).placed();

    house.dialDue();
    house.dialer.runOnce();

    assertThat(gateway.placed).hasSize(1);
    assertThat(other.shown().path("next_attempt_at").asText())
        .isGreaterThan(tenant.now().toString());
  }

  @Test
  void aRequestThatNeverLeftTheNodeIsNotSentAgain() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).attempts(1).placed();
    house.dialDue();
    assertThat(order.attempts().getFirst().attempt().number()).isZero();

    makeSilent(order, Duration.ZERO);
    house.reconciler.runOnce();
    house.inboxWork.runOnce();
    assertThat(gateway.asked).containsExactly(order.attempt());
    assertThat(order.status()).isEqualTo("dialing");

    makeSilent(order, Duration.ofMinutes(17));
    house.reconciler.runOnce();
    house.inboxWork.runOnce();

    CallAttempt attempt = order.attempts().getFirst();
    assertThat(attempt.attempt().disposition()).isEqualTo(Disposition.FAILED);
    assertThat(attempt.attempt().cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
    assertThat(order.loaded().attemptCount()).isEqualTo(1);
    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertThat(order.eventTypes())
        .containsExactly(
            "call_order.accepted",
            "call_order.scheduled",
            "call_order.dialing",
            "call.started",
            "call.ended",
            "call_order.completed");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void aCallWhoseAnswerWasLostIsFoundAndGoesOn() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).attempts(1).placed();
    house.dialDue();
    GatewayNews.Told busy =
        (GatewayNews.Told) gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    gateway.knowing(new QueryAnswer.Found("by hand", List.of(busy.event())));

    makeSilent(order, Duration.ZERO);
    house.reconciler.runOnce();
    house.inboxWork.runOnce();

    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void aCallThatTheGatewayStillKnowsIsNotGivenUpEarly() {
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).attempts(1).placed();
    house.dialDue();
    gateway.knowing(new QueryAnswer.Found("by hand", List.of()));

    makeSilent(order, Duration.ofMinutes(20));
    house.reconciler.runOnce();
    house.inboxWork.runOnce();
    assertThat(order.status()).isEqualTo("dialing");

    makeSilent(order, Duration.ofMinutes(35));
    house.reconciler.runOnce();
    house.inboxWork.runOnce();
    assertThat(order.summary()).isEqualTo("outcome_unknown");
  }

  @Test
  void whatTheGatewayDidNotKnowYetWhenItWasAskedIsNotGivenUp() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).attempts(1).placed();
    house.dialDue();
    CompletableFuture<QueryAnswer> late = new CompletableFuture<>();
    gateway.knowing(late);
    SettableClock clock = new SettableClock(Instant.now());
    Reconciler reconciler = new Reconciler(house.database, gateway, house.inbox, clock);

    makeSilent(order, Duration.ZERO);
    reconciler.runOnce();
    clock.advance(Duration.ofSeconds(9));
    late.complete(new QueryAnswer.NotFound());
    house.inboxWork.runOnce();

    assertThat(order.status()).isEqualTo("dialing");
  }

  @Test
  void theGatewayMayBeginNoLaterThanTheInstantThatWasJudgedAllows() {
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).placed();
    house.dialDue();

    CallAttempt.Intent intent = order.attempts().getFirst().intent();
    long clockOffset =
        house
            .query("SELECT clock_offset_ms FROM tenant WHERE id = $1", tenant.id())
            .getFirst()
            .getLong(0);
    assertThat(intent.notAfter())
        .isCloseTo(
            intent.intendedAt().minusMillis(clockOffset).plusSeconds(20),
            within(1, ChronoUnit.MICROS));
  }

  @Test
  void anAnswerThatNobodyCanTellIsNotSentAgain() {
    gateway.answering(new PlaceAnswer.Unknown("timed out"));
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).placed();

    house.dialDue();
    house.dialDue();

    assertThat(gateway.placed).hasSize(1);
    assertThat(order.status()).isEqualTo("dialing");
  }

  @Test
  void aRefusalThatIsToldTwiceCountsOnce() {
    gateway.answering(new PlaceAnswer.Refused(PlaceAnswer.Refusal.CAPACITY, Duration.ofSeconds(1)));
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).placed();
    house.dialDue();
    UUID refused = order.attempt();

    house.tell(
        new GatewayNews.Answer(
            refused, new PlaceAnswer.Refused(PlaceAnswer.Refusal.CAPACITY, Duration.ofSeconds(1))));

    assertThat(order.loaded().refusalsInRow()).isEqualTo(1);
    assertThat(order.loaded().attemptCount()).isZero();
    assertThat(dialsOfToday()).isZero();
  }

  @Test
  void newsOfARefusedAttemptChangeNothing() {
    gateway.answering(new PlaceAnswer.Refused(PlaceAnswer.Refusal.UNROUTABLE, null));
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).placed();
    house.dialDue();

    house.tell(
        gateway.answered(order.attempt()),
        gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));

    assertThat(order.status()).isEqualTo("failed");
    assertThat(order.dispositions()).isEmpty();
  }

  @Test
  void newsOfUnknownAttemptsAreLeftAside() {
    PlacedOrder order = tenant.anOrder().to(Line.BUSY).attempts(1).placed();
    house.dialDue();

    house.tell(
        gateway.answered(UUID.randomUUID()),
        gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL),
        gateway.objected(UUID.randomUUID()));

    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void newsThatCannotBeStoredDoNotHoldUpTheOthers() {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(Line.BUSY).attempts(1).placed())
            .limit(3)
            .toList();
    house.planner.runOnce();
    gateway.losingRequests();
    house.dialer.runOnce();
    List<String> confirmed = new ArrayList<>();
    GatewayEvent.Header header = gateway.header(orders.get(1).attempt());
    GatewayNews bad =
        new GatewayNews.Told(
            new GatewayEvent.Ringing(
                new GatewayEvent.Header(
                    header.eventId(), header.attemptId(), "not a \0 text", 1, header.at())));

    house.inbox.add(
        List.of(
            gateway.ended(orders.get(0).attempt(), Disposition.BUSY, Cause.NORMAL),
            bad,
            gateway.ended(orders.get(2).attempt(), Disposition.BUSY, Cause.NORMAL)),
        () -> confirmed.add("stored"));
    house.inboxWork.runOnce();

    assertThat(orders.get(0).ended()).isTrue();
    assertThat(orders.get(1).status()).isEqualTo("dialing");
    assertThat(orders.get(2).ended()).isTrue();
    assertThat(confirmed).containsExactly("stored");
  }

  @Test
  void anOrderThatCannotBeDialledDoesNotHoldUpTheOthers() {
    List<PlacedOrder> orders = plannedOrders(3);
    house.query(
        """
        UPDATE call_order_body
           SET document = jsonb_set(document::jsonb, '{subject,timezone}', '"No/Where"')::json
         WHERE order_id = $1
        RETURNING order_id
        """,
        orders.get(1).id());

    house.dialer.runOnce();
    house.dialer.runOnce();

    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId)
        .containsExactlyInAnyOrder(orders.get(0).id(), orders.get(2).id());
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
  }

  private List<PlacedOrder> plannedOrders(int count) {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(Line.BUSY).placed()).limit(count).toList();
    house.planner.runOnce();
    return orders;
  }

  /** Looks for due orders, waits until the other has looked too, and only then locks them. */
  private ClaimedBatches.Claim lookingFirst(CyclicBarrier barrier) {
    return (connection, but) -> {
      List<UUID> found =
          house.database.inWorker(looking -> new DialClaim().due(looking, 100, but).await());
      try {
        barrier.await();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      return found.stream().filter(id -> DialClaim.one(connection, id).await()).toList();
    };
  }

  private static ClaimedBatches.Claim claiming(List<PlacedOrder> orders) {
    return (connection, but) ->
        orders.stream()
            .map(PlacedOrder::id)
            .filter(id -> DialClaim.one(connection, id).await())
            .toList();
  }

  private static void inParallel(Runnable one, Runnable other) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> first = threads.submit(one);
      Future<?> second = threads.submit(other);
      first.get();
      second.get();
    }
  }

  /** As if the gateway had been silent since the attempt's last moment to begin, and longer. */
  private void makeSilent(PlacedOrder order, Duration sinceNotAfter) {
    house.query(
        """
        UPDATE call_attempt
           SET check_at = now() - interval '1 second',
               not_after = now() - $2::float8 * interval '1 second'
         WHERE id = $1
        RETURNING id
        """,
        order.attempt(),
        (double) sinceNotAfter.toSeconds());
  }

  private long dialsOfToday() {
    return house
        .query("SELECT sum(dials) FROM dial_count WHERE tenant_id = $1", tenant.id())
        .getFirst()
        .getLong(0);
  }
}
