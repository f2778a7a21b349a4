package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.telephony.PlaceCall;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which holds an order waits for: those of the numbers that are left to dial. */
@Tag("long")
class HeldContactsTest {
  private static final String PHONE = MagicLine.BUSY.number(0);
  private static final String OTHER_PHONE = MagicLine.BUSY.number(1);

  @AutoClose private final HoldFixture holds = new HoldFixture();
  private final DialFixture fixture = holds.fixture;
  private final TestTenant tenant = holds.tenant;

  @Test
  void holdOnNumberBarsThatContactOnly() {
    PlacedOrder order = holds.order("erika", PHONE, OTHER_PHONE);
    holds.place(HoldFixture.phone(PHONE));

    assertThat(holds.view(order).path("holds")).hasSize(1);
    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.gateway.placed)
        .extracting(PlaceCall::to)
        .containsExactly(new PhoneNumber(OTHER_PHONE));
    assertThat(order.eventTypes()).doesNotContain("call_order.held");
  }

  @Test
  void releaseOfOneNumberWakesTheOrderForIt() {
    PlacedOrder order = holds.order("erika", PHONE, OTHER_PHONE);
    holds.place(HoldFixture.phone(PHONE));
    Hold second = holds.place(HoldFixture.phone(OTHER_PHONE));
    assertThat(holds.dial()).isZero();
    holds.assertHeld(order);

    holds.release(second);
    holds.wake();

    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.gateway.placed)
        .extracting(PlaceCall::to)
        .containsExactly(new PhoneNumber(OTHER_PHONE));
  }

  @Test
  void releaseOfOneOfTwoHoldsLeavesTheOrderHeld() {
    PlacedOrder order = holds.order("erika", PHONE);
    Hold first = holds.place(HoldNames.ofSubject("erika"));
    Hold second = holds.place(HoldFixture.phone(PHONE));
    holds.dial();

    holds.release(first);
    assertThat(holds.wake()).isEqualTo(1);
    holds.assertHeld(order);

    holds.release(second);
    holds.wake();
    assertThat(holds.dial()).isEqualTo(1);
  }

  @Test
  void suppressedNumberIsNoneThatIsLeft() {
    new TestClient(fixture, tenant.id()).suppressAndEnforce(PHONE, null);
    Hold first = holds.place(HoldFixture.phone(OTHER_PHONE));
    Hold second = holds.place(HoldNames.ofNumber("erika", new PhoneNumber(OTHER_PHONE)));
    PlacedOrder order = holds.order("erika", PHONE, OTHER_PHONE);
    holds.dial();
    holds.assertHeld(order);

    holds.release(first);
    holds.wake();
    holds.assertHeld(order);
    holds.release(second);
    holds.wake();

    assertThat(holds.dial()).isEqualTo(1);
  }

  @Test
  void numberThatIsNotInServiceIsNoneThatIsLeft() {
    PlacedOrder order = holds.order("erika", PHONE, OTHER_PHONE);
    Instant until = tenant.now().plus(Duration.ofDays(3)).truncatedTo(ChronoUnit.SECONDS);
    holds.place(HoldFixture.phone(OTHER_PHONE), until);
    holds.dial();
    fixture.receive(holds.gateway.ended(order.attempt(), Disposition.FAILED, Cause.NUMBER_INVALID));

    assertThat(nextAttempt(order)).isAfterOrEqualTo(until);
    tenant.jump(Duration.ofDays(1));
    holds.dial();

    assertThat(holds.heldOrders()).containsExactly(order.id());
    assertThat(nextAttempt(order)).isAfterOrEqualTo(until);
  }

  @Test
  void newOrderIsHeldThoughASuppressedNumberHasNoHold() {
    new TestClient(fixture, tenant.id()).suppressAndEnforce(PHONE, null);
    holds.place(HoldFixture.phone(OTHER_PHONE));
    PlacedOrder order =
        tenant
            .anOrder()
            .forSubject("erika")
            .toPhone(PHONE)
            .toPhone(OTHER_PHONE)
            .notBefore(tenant.now().plus(Duration.ofDays(3)))
            .place();

    holds.dial();

    holds.assertHeld(order);
    assertThat(holds.view(order).has("next_attempt_at")).isFalse();
  }

  @Test
  void orderWaitsForTheLastHoldOfEachNumber() {
    PlacedOrder order = holds.order("erika", PHONE, OTHER_PHONE);
    holds.place(HoldNames.ofSubject("erika"), inHours(1));
    Hold later = holds.place(HoldFixture.phone(PHONE), inHours(3));
    Hold last = holds.place(HoldFixture.phone(OTHER_PHONE));
    holds.place(HoldNames.ofNumber("erika", new PhoneNumber(PHONE)), inHours(2));

    holds.dial();

    assertThat(waitsFor(order)).containsExactlyInAnyOrder(later.id(), last.id());
  }

  @Test
  void releaseOfTheLastHoldLeavesTheOrderToTheOneBefore() {
    PlacedOrder order = holds.order("erika", PHONE);
    Hold first = holds.place(HoldNames.ofSubject("erika"), inHours(1));
    Hold last = holds.place(HoldFixture.phone(PHONE), inHours(2));
    holds.dial();

    holds.release(last);
    assertThat(holds.wake()).isEqualTo(1);
    assertThat(waitsFor(order)).containsExactly(first.id());
    holds.assertHeld(order);

    tenant.jump(Duration.ofMinutes(61));
    assertThat(holds.expire()).isEqualTo(1);
    assertThat(holds.wake()).isEqualTo(1);
    assertThat(holds.dial()).isEqualTo(1);
  }

  @Test
  void holdThatIsExtendedBeyondTheLastKeepsTheOrder() {
    PlacedOrder order = holds.order("erika", PHONE);
    Hold first = holds.place(HoldNames.ofSubject("erika"), inHours(1));
    holds.place(HoldFixture.phone(PHONE), inHours(2));
    holds.dial();

    holds.place(HoldNames.ofSubject("erika"), inHours(3));
    tenant.jump(Duration.ofMinutes(121));
    assertThat(holds.expire()).isEqualTo(1);
    assertThat(holds.wake()).isEqualTo(1);
    holds.assertHeld(order);

    holds.release(first);
    assertThat(holds.wake()).isEqualTo(1);
    assertThat(holds.dial()).isEqualTo(1);
  }

  private Instant inHours(int hours) {
    return tenant.now().plus(Duration.ofHours(hours));
  }

  private Instant nextAttempt(PlacedOrder order) {
    return Instant.parse(holds.view(order).path("next_attempt_at").asText());
  }

  private List<UUID> waitsFor(PlacedOrder order) {
    return fixture.query("SELECT hold_id FROM held_order WHERE order_id = $1", order.id()).stream()
        .map(row -> row.getUUID(0))
        .toList();
  }
}
