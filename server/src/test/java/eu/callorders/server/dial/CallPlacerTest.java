package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Await;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.order.CallOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Orders that are claimed shortly before they are due. */
@Tag("long")
class CallPlacerTest {
  private static final Duration SOON = Duration.ofMillis(30);

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final List<Instant> placedAt = new CopyOnWriteArrayList<>();
  private final Instant now = Instant.now();

  private PlacedOrder orderDueAt(Instant instant) {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).notBefore(instant).place();
    fixture.planner.runOnce();
    return order;
  }

  /** Due later than any machine needs for the claim. */
  @Test
  void claimedOrderHasItsInstantAndWaits() {
    Instant due = tenant.now().plusSeconds(120).truncatedTo(ChronoUnit.MILLIS);
    PlacedOrder order = orderDueAt(due);

    assertThat(dialerWithLead(Duration.ofMinutes(5)).runOnce().orders()).isEqualTo(1);

    assertThat(order.status()).isEqualTo("dialing");
    assertThat(attemptInstant(order)).isEqualTo(due);
    assertThat(gateway.calledOrders()).isEmpty();
  }

  @Test
  void placesCallOfClaimedOrderNotBeforeItsInstant() {
    gateway.afterEachCall(() -> placedAt.add(Instant.now()));
    Instant due = tenant.now().plusSeconds(1);
    PlacedOrder order = orderDueAt(due);

    assertThat(dialerWithLead(Duration.ofSeconds(5)).runOnce().orders()).isEqualTo(1);
    Await.until("the call is placed", () -> !placedAt.isEmpty());

    assertThat(placedAt.getFirst().plus(clockOffset())).isAfterOrEqualTo(due);
    assertThat(gateway.calledOrders()).containsExactly(order.id());
  }

  private Dialer dialerWithLead(Duration lead) {
    return fixture.units.newDialer(new ClaimLead(lead));
  }

  private Duration clockOffset() {
    return Duration.ofMillis(
        fixture
            .query("SELECT clock_offset_ms FROM tenant WHERE id = $1", tenant.id())
            .getFirst()
            .getLong(0));
  }

  private Instant attemptInstant(PlacedOrder order) {
    return fixture
        .query("SELECT intended_at FROM call_attempt WHERE order_id = $1", order.id())
        .getFirst()
        .getOffsetDateTime(0)
        .toInstant();
  }

  @Test
  void claimsNoOrderBeyondTheLead() {
    PlacedOrder order = orderDueAt(tenant.now().plus(Duration.ofHours(1)));

    Dialer.Round round = dialerWithLead(Duration.ofSeconds(5)).runOnce();

    assertThat(round.orders()).isZero();
    assertThat(round.untilNextClaim().orElseThrow())
        .isBetween(Duration.ofMinutes(50), Duration.ofHours(1).minusSeconds(5));
    assertThat(order.status()).isEqualTo("scheduled");
  }

  @Test
  void phoneEntryStopsCallThatWaits() {
    DueCall waiting = waitingCall();
    new TestClient(fixture, tenant.id()).suppress(waiting.call().to().e164(), null);

    assertNotPlaced(waiting, CallOrigins.NONE);
  }

  @Test
  void subjectEntryStopsCallThatWaits() {
    DueCall waiting = waitingCall();
    new TestClient(fixture, tenant.id()).suppress(null, waiting.target().subjectReference());

    assertNotPlaced(waiting, CallOrigins.NONE);
  }

  @Test
  void holdStopsCallThatWaits() {
    DueCall waiting = waitingCall();
    HoldWriter writer =
        new HoldWriter(fixture.holds, fixture.events, DialFixture.REAL_TIME, fixture.random);
    HoldFixture.place(writer, tenant, HoldNames.ofSubject("erika"), null);

    assertNotPlaced(waiting, CallOrigins.NONE);
  }

  @Test
  void haltStopsCallThatWaits() {
    DueCall waiting = waitingCall();
    fixture.query(
        "INSERT INTO dial_halt (id, tenant_id, reason, halted_at)"
            + " VALUES (gen_random_uuid(), $1, 'audit', now()) RETURNING id",
        tenant.id());

    assertNotPlaced(waiting, CallOrigins.NONE);
  }

  @Test
  void recoveryStopsCallThatWaits() {
    assertNotPlaced(waitingCall(), new RecoveringOrigins());
  }

  @Test
  void placesCallThatNothingStops() {
    DueCall waiting = waitingCall();

    placer(CallOrigins.NONE).place(waiting);

    Await.until("the call is placed", () -> gateway.placed.size() == 2);
    assertThat(gateway.placed.getLast()).isEqualTo(waiting.call());
  }

  /** A call with an intent that is due soon, as if its order had been claimed ahead. */
  private DueCall waitingCall() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.dialDue();
    PlaceCall call = gateway.placed.getFirst();
    assertThat(call.orderId()).isEqualTo(order.id());
    return new DueCall(
        call, order.load().holdTarget(), order.load().orderType(), tenant.now(), now.plus(SOON));
  }

  /** By a clock that stands, so that the call is not due yet however slow the test is. */
  private CallPlacer placer(CallOrigins origins) {
    return fixture.units.newPlacer(origins, InstantSource.fixed(now));
  }

  private void assertNotPlaced(DueCall waiting, CallOrigins origins) {
    fixture.inboxProcessor.runOnce(); // the reply to the first request
    placer(origins).place(waiting);

    Await.until("the refusal is stored", () -> fixture.inboxProcessor.runOnce().updates() > 0);
    assertThat(gateway.placed).hasSize(1);
  }

  private static final class RecoveringOrigins implements CallOrigins {
    @Override
    public @Nullable CallOrigin originOf(CallOrder order, CallAttempt intent) {
      return null;
    }

    @Override
    public boolean mayPlace() {
      return false;
    }
  }
}
