package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.order.OrderCommand;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a hold bars, and what it leaves. */
@Tag("long")
class HeldDialTest {
  private static final String PHONE = MagicLine.BUSY.number(0);
  private static final String OTHER_PHONE = MagicLine.BUSY.number(1);

  @AutoClose private final HoldFixture holds = new HoldFixture();
  private final DialFixture fixture = holds.fixture;
  private final TestTenant tenant = holds.tenant;

  @Test
  void holdOnPersonBarsEachOrderUntilItsRelease() {
    PlacedOrder order = holds.order("erika", PHONE);
    PlacedOrder other = holds.order("max", OTHER_PHONE);
    Hold hold = holds.place(HoldNames.ofSubject("erika"));

    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.gateway.calledOrders()).containsExactly(other.id());
    holds.assertHeld(order);

    holds.release(hold);
    assertThat(holds.wake()).isEqualTo(1);
    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.heldOrders()).isEmpty();
    assertThat(holds.holdEvents())
        .extracting(event -> event.path("type").asText())
        .containsExactly("hold.created", "hold.released");
  }

  @Test
  void severalNamesNarrowTheHold() {
    holds.place(HoldNames.ofNumber("erika", new PhoneNumber(PHONE)));
    holds.place(HoldNames.ofClaim("max", new ClaimNumber(ClaimNumber.Kind.INVOICE_NUMBER, "RE-1")));
    PlacedOrder ofAnother = holds.order("paula", PHONE);
    PlacedOrder atAnother = holds.order("erika", OTHER_PHONE);
    PlacedOrder ofOtherClaim =
        tenant
            .anOrder()
            .forSubject("max")
            .aboutClaim("RE-1")
            .toPhone(MagicLine.BUSY.number(2))
            .place();

    assertThat(holds.dial()).isEqualTo(3);
    assertThat(holds.gateway.calledOrders())
        .containsExactlyInAnyOrder(ofAnother.id(), atAnother.id(), ofOtherClaim.id());
  }

  @Test
  void holdOnClaimBarsOrdersThatCarryTheSameNumber() {
    holds.place(HoldFixture.claim("AZ-1"));
    PlacedOrder held =
        tenant.anOrder().forSubject("erika").aboutClaim("AZ-1").to(MagicLine.BUSY).place();
    PlacedOrder other =
        tenant.anOrder().forSubject("erika").aboutClaim("AZ-2").to(MagicLine.BUSY).place();

    holds.dial();

    assertThat(holds.gateway.calledOrders()).containsExactly(other.id());
    holds.assertHeld(held);
  }

  @Test
  void foreignHoldChangesNothing() {
    TestTenant foreign = fixture.tenant();
    holds.place(foreign, HoldNames.ofSubject("erika"), null);
    holds.place(foreign, HoldFixture.phone(PHONE), null);
    PlacedOrder order = holds.order("erika", PHONE);

    assertThat(holds.view(order).has("holds")).isFalse();
    assertThat(holds.dial()).isEqualTo(1);
  }

  @Test
  void orderOfALaterDayIsHeldAtOnce() {
    holds.place(HoldNames.ofSubject("erika"));
    PlacedOrder order =
        tenant
            .anOrder()
            .forSubject("erika")
            .to(MagicLine.BUSY)
            .notBefore(tenant.now().plus(Duration.ofDays(3)))
            .place();

    holds.dial();

    holds.assertHeld(order);
    assertThat(holds.view(order).has("next_attempt_at")).isFalse();
  }

  @Test
  void releasedOrderObeysItsWindow() {
    Hold hold = holds.place(HoldNames.ofSubject("erika"));
    Instant later = tenant.now().plus(Duration.ofDays(3)).truncatedTo(ChronoUnit.SECONDS);
    PlacedOrder order =
        tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).notBefore(later).place();
    holds.dial();

    holds.release(hold);
    holds.wake();

    assertThat(holds.dial()).isZero();
    assertThat(Instant.parse(holds.view(order).path("next_attempt_at").asText()))
        .isAfterOrEqualTo(later);
  }

  @Test
  void holdBeyondTheExpiryDoesNotEndTheOrder() {
    PlacedOrder order = holds.order("erika", PHONE);
    holds.place(HoldNames.ofSubject("erika"), tenant.now().plus(Duration.ofDays(100)));

    holds.dial();

    holds.assertHeld(order);
  }

  @Test
  void heldOrderExpiresAsHeld() {
    PlacedOrder order = holds.order("erika", PHONE);
    holds.place(HoldNames.ofSubject("erika"));
    holds.dial();

    tenant.jump(Duration.ofDays(31));
    fixture.planner.runOnce();

    assertThat(order.status()).isEqualTo("expired");
    assertThat(order.summary()).isEqualTo("expired");
    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("held");
    assertThat(holds.heldOrders()).isEmpty();
  }

  @Test
  void holdOnClaimIsTheReasonOfTheExpiry() {
    PlacedOrder order =
        tenant.anOrder().forSubject("erika").aboutClaim("AZ-1").to(MagicLine.BUSY).place();
    holds.place(HoldFixture.claim("AZ-1"));
    holds.dial();

    tenant.jump(Duration.ofDays(31));
    fixture.planner.runOnce();

    assertThat(order.result().at("/termination/reason").asText()).isEqualTo("held");
  }

  @Test
  void canceledOrderIsForgottenByItsHold() {
    PlacedOrder order = holds.order("erika", PHONE);
    holds.place(HoldNames.ofSubject("erika"));
    holds.dial();

    fixture.orders.change(order, new OrderCommand.Cancel(null));

    assertThat(order.status()).isEqualTo("canceled");
    assertThat(holds.heldOrders()).isEmpty();
  }

  @Test
  void releaseWakesExactlyItsOrders() {
    PlacedOrder erika = holds.order("erika", PHONE);
    PlacedOrder max = holds.order("max", OTHER_PHONE);
    Hold ofErika = holds.place(HoldNames.ofSubject("erika"));
    holds.place(HoldNames.ofSubject("max"));
    holds.dial();

    holds.release(ofErika);

    assertThat(holds.wake()).isEqualTo(1);
    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.gateway.calledOrders()).containsExactly(erika.id());
    holds.assertHeld(max);
  }

  @Test
  void oneHoldBarsManyOrdersInOneRound() {
    List<PlacedOrder> orders =
        List.of(holds.order("erika", PHONE), holds.order("erika", OTHER_PHONE));
    holds.place(HoldNames.ofSubject("erika"));

    assertThat(holds.dial()).isZero();

    orders.forEach(holds::assertHeld);
  }
}
