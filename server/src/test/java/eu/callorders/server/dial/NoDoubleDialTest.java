package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.server.SettableClock;
import eu.callorders.server.call.CallAttempt;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An attempt is dialed at most once, whatever fails. */
class NoDoubleDialTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void dialerWithStaleClaimDialsNothing() {
    PlacedOrder order = plannedOrders(1).getFirst();
    fixture.dialer.runOnce();

    fixture.newDialer().dial(TestClaims.forOrders(order));

    assertThat(gateway.placed).hasSize(1);
  }

  /** Evidence of the last committed attempt reveals that a restored database lacks it. */
  @Test
  void reportsLastCommittedAttemptBeforePlacingCalls() {
    plannedOrders(3);
    List<UUID> stored = new ArrayList<>();
    List<UUID> reported = new ArrayList<>();
    Consumer<UUID> placing =
        attempt -> {
          assertThat(gateway.placed).isEmpty();
          reported.add(attempt);
          fixture.query("SELECT id FROM call_attempt").forEach(row -> stored.add(row.getUUID(0)));
        };

    fixture.newDialer(placing).runOnce();

    assertThat(gateway.placed).hasSize(3);
    assertThat(reported).containsExactly(gateway.placed.getLast().attemptId());
    assertThat(stored).hasSize(3).containsAll(reported);
  }

  @Test
  void freeChannelIsUsedByTheNextOrder() {
    tenant.changeQuotas(quotas -> TestQuotas.calls(quotas, 1));
    List<UUID> line = List.of(dueIn(1).id(), dueIn(2).id(), dueIn(3).id());
    fixture.planner.runOnce();
    tenant.jump(Duration.ofMinutes(5));
    for (int dialed = 1; dialed <= 3; dialed++) {
      fixture.dialer.runOnce();
      fixture.dialer.runOnce();
      assertThat(gateway.placed).extracting(PlaceCall::orderId).isEqualTo(line.subList(0, dialed));
      UUID running = gateway.placed.getLast().attemptId();
      fixture.receive(gateway.ended(running, Disposition.ANSWERED, Cause.NORMAL));
    }
  }

  @Test
  void orderWaitsForActiveCallOfItsSubject() {
    PlacedOrder first = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    PlacedOrder other =
        tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).notBefore(inMinutes(1)).place();
    fixture.planner.runOnce();
    tenant.jump(Duration.ofMinutes(5));

    fixture.dialer.runOnce();
    fixture.dialer.runOnce();

    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(first.id());
    assertThat(other.status()).isEqualTo("scheduled");
    assertThat(other.view().has("next_attempt_at")).isFalse();
  }

  private PlacedOrder dueIn(int minutes) {
    return tenant.anOrder().to(MagicLine.BUSY).notBefore(inMinutes(minutes)).place();
  }

  private Instant inMinutes(int minutes) {
    return tenant.now().plus(Duration.ofMinutes(minutes));
  }

  @Test
  void everyStateOfAnAttemptHasATimeout() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();
    assertChecked(order, Duration.ofSeconds(10));

    fixture.receive(
        new AttemptUpdate.EventReceived(new GatewayEvent.Ringing(gateway.header(order.attempt()))));
    assertChecked(order, Duration.ofSeconds(40));

    fixture.receive(gateway.answered(order.attempt()));
    assertChecked(order, Duration.ofMinutes(15).plusSeconds(10));

    fixture.receive(gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    assertThat(order.attempts().getFirst().followUp().reconcileAt()).isNull();
    assertThat(order.attempts().getFirst().followUp().reportDueAt())
        .isBetween(tenant.now().plus(Duration.ofMinutes(13)), tenant.now().plusSeconds(15 * 60));
  }

  private static void assertChecked(PlacedOrder order, Duration within) {
    Instant now = Instant.now();
    assertThat(order.attempts().getFirst().followUp().reconcileAt())
        .isBetween(now.minus(Duration.ofMinutes(2)), now.plus(within));
  }

  @Test
  void lostRequestIsNotRepeated() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    assertThat(order.attempts().getFirst().attempt().attemptNumber()).isZero();

    order.silentFor(Duration.ZERO);
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(gateway.queries).containsExactly(order.attempt());
    assertThat(order.status()).isEqualTo("dialing");

    order.silentFor(Duration.ofMinutes(17));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    CallAttempt attempt = order.attempts().getFirst();
    assertThat(attempt.attempt().disposition()).isEqualTo(Disposition.FAILED);
    assertThat(attempt.attempt().cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
    assertThat(order.load().attemptCount()).isEqualTo(1);
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
  void callWithLostReplyIsFoundByQuery() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    AttemptUpdate.EventReceived busy =
        (AttemptUpdate.EventReceived)
            gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL);
    gateway.withQueryResult(new QueryResult.Found("by hand", List.of(busy.event())));

    order.silentFor(Duration.ZERO);
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void knownCallIsNotFailedEarly() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    gateway.withQueryResult(new QueryResult.Found("by hand", List.of()));

    order.silentFor(Duration.ofMinutes(20));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(order.status()).isEqualTo("dialing");

    order.silentFor(Duration.ofMinutes(35));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(order.summary()).isEqualTo("outcome_unknown");
  }

  @Test
  void staleNotFoundResultDoesNotFailTheCall() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    CompletableFuture<QueryResult> late = new CompletableFuture<>();
    gateway.withQueryResult(late);
    SettableClock clock = new SettableClock(Instant.now());
    Reconciler reconciler = fixture.newReconciler(clock);

    order.silentFor(Duration.ZERO);
    reconciler.runOnce();
    clock.advance(Duration.ofSeconds(9));
    late.complete(new QueryResult.NotFound());
    fixture.inboxProcessor.runOnce();

    assertThat(order.status()).isEqualTo("dialing");
  }

  @Test
  void notAfterFollowsTheEvaluatedInstant() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();

    CallAttempt.Intent intent = order.attempts().getFirst().intent();
    long clockOffset =
        fixture
            .query("SELECT clock_offset_ms FROM tenant WHERE id = $1", tenant.id())
            .getFirst()
            .getLong(0);
    assertThat(intent.notAfter())
        .isCloseTo(
            intent.intendedAt().minusMillis(clockOffset).plusSeconds(20),
            within(1, ChronoUnit.MICROS));
  }

  @Test
  void authoritativeNotFoundUsesNoAttempt() {
    gateway.losingRequests().authoritative(true);
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();

    order.silentFor(Duration.ZERO);
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(order.status()).describedAs("the request may be in flight").isEqualTo("dialing");

    order.silentFor(Duration.ofSeconds(10));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.load().attemptCount()).isZero();
    assertThat(order.attempts().getFirst().attempt().status()).isEqualTo(AttemptStatus.REFUSED);
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void acceptedCallThatIsNotFoundCounts() {
    gateway.authoritative(true);
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();

    order.silentFor(Duration.ofSeconds(10));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(order.summary()).isEqualTo("outcome_unknown");
    assertThat(order.load().attemptCount()).isEqualTo(1);
  }

  @Test
  void unknownReplyIsNotRepeated() {
    gateway.withPlaceResult(new PlaceResult.Unknown("timed out"));
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

    fixture.dialDue();
    fixture.dialDue();

    assertThat(gateway.placed).hasSize(1);
    assertThat(order.status()).isEqualTo("dialing");
  }

  @Test
  void repeatedRefusalCountsOnce() {
    gateway.withPlaceResult(
        new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, Duration.ofSeconds(1)));
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();
    UUID refused = order.attempt();

    fixture.receive(
        new AttemptUpdate.PlaceResultReceived(
            refused,
            new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, Duration.ofSeconds(1))));

    assertThat(order.load().consecutiveRefusals()).isEqualTo(1);
    assertThat(order.load().attemptCount()).isZero();
    assertThat(tenant.dials()).isZero();
  }

  @Test
  void eventsOfRefusedAttemptAreIgnored() {
    gateway.withPlaceResult(new PlaceResult.Refused(PlaceResult.RefusalReason.UNROUTABLE, null));
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();

    fixture.receive(
        gateway.answered(order.attempt()),
        gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));

    assertThat(order.status()).isEqualTo("failed");
    assertThat(order.dispositions()).isEmpty();
  }

  @Test
  void eventsOfUnknownAttemptsDoNotAffectOthers() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();

    fixture.receive(
        gateway.answered(UUID.randomUUID()),
        gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL),
        gateway.objection(UUID.randomUUID()));

    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void unstorableEventDoesNotDelayOthers() {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(MagicLine.BUSY).attempts(1).place())
            .limit(3)
            .toList();
    fixture.planner.runOnce();
    gateway.losingRequests();
    fixture.dialer.runOnce();
    List<String> confirmed = new ArrayList<>();
    GatewayEvent.Header header = gateway.header(orders.get(1).attempt());
    AttemptUpdate bad =
        new AttemptUpdate.EventReceived(
            new GatewayEvent.Ringing(
                new GatewayEvent.Header(
                    header.eventId(), header.attemptId(), "not a \0 text", 1, header.at())));

    fixture.inbox.add(
        List.of(
            gateway.ended(orders.get(0).attempt(), Disposition.BUSY, Cause.NORMAL),
            bad,
            gateway.ended(orders.get(2).attempt(), Disposition.BUSY, Cause.NORMAL)),
        () -> confirmed.add("stored"));
    fixture.inboxProcessor.runOnce();

    assertThat(orders.get(0).isEnded()).isTrue();
    assertThat(orders.get(1).status()).isEqualTo("dialing");
    assertThat(orders.get(2).isEnded()).isTrue();
    assertThat(confirmed).isEmpty();
    fixture.inboxProcessor.runOnce();
    fixture.inboxProcessor.runOnce(); // the third failure
    assertThat(confirmed).containsExactly("stored");
  }

  @Test
  void undialableOrderDoesNotDelayOthers() {
    List<PlacedOrder> orders = plannedOrders(3);
    fixture.query(
        """
        UPDATE call_order_body
           SET document = jsonb_set(document::jsonb, '{subject,timezone}', '"No/Where"')::json
         WHERE order_id = $1
        RETURNING order_id
        """,
        orders.get(1).id());

    fixture.dialer.runOnce();
    fixture.dialer.runOnce();

    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId)
        .containsExactlyInAnyOrder(orders.get(0).id(), orders.get(2).id());
    assertThat(orders.get(1).status()).isEqualTo("scheduled");
  }

  private List<PlacedOrder> plannedOrders(int count) {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(MagicLine.BUSY).place()).limit(count).toList();
    fixture.planner.runOnce();
    return orders;
  }
}
