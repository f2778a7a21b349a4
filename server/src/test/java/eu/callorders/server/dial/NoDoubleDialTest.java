package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.server.SettableClock;
import eu.callorders.server.call.CallAttempt;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An attempt is dialed at most once, whatever fails. */
class NoDoubleDialTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

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

    queryAtTheEndOfPlacing(order);
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

  /** By a clock that stands: on a slow machine the query would come after the grace period. */
  private void queryAtTheEndOfPlacing(PlacedOrder order) {
    Reconciler reconciler = fixture.units.newReconciler(InstantSource.fixed(Instant.now()));
    order.silentFor(Duration.ZERO);
    reconciler.runOnce();
  }

  @Test
  void countsUnknownOutcomeOnceItIsFinal() {
    gateway.losingRequests();
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    order.silentFor(Duration.ZERO);
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(fixture.monitor.counts().unknownOutcomes()).isZero();

    order.silentFor(Duration.ofMinutes(17));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(fixture.monitor.counts().unknownOutcomes()).isEqualTo(1);
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
    Reconciler reconciler = fixture.units.newReconciler(clock);

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

    queryAtTheEndOfPlacing(order);
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
}
