package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.database.Locks;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds that come or end while their orders are dialed, in both orders. */
@Tag("long")
class HoldRacesTest {
  private static final String PHONE = MagicLine.BUSY.number(0);

  /** One of each kind of name, and what a call's report names. */
  private static final List<HoldNames> NAMES =
      List.of(
          HoldNames.ofSubject("erika"),
          HoldFixture.phone(PHONE),
          HoldFixture.claim("AZ-1"),
          HoldNames.ofNumber("erika", new PhoneNumber(PHONE)));

  @AutoClose private final HoldFixture holds = new HoldFixture();
  private final DialFixture fixture = holds.fixture;
  private final TestTenant tenant = holds.tenant;

  private PlacedOrder order() {
    return tenant.anOrder().forSubject("erika").aboutClaim("AZ-1").toPhone(PHONE).place();
  }

  private int dial() {
    fixture.dialer.runOnce();
    return holds.gateway.placed.size();
  }

  @Test
  void holdBeforeDialPreventsIt() throws Exception {
    for (HoldNames names : NAMES) {
      PlacedOrder order = order();
      var race = fixture.race(() -> holds.place(names), this::dial);

      assertThat(race.outcome()).as("%s", names).isEqualTo(RaceOutcome.ENDED);
      assertThat(dial()).isZero();
      holds.assertHeld(order);
      holds.release(race.first());
      holds.wake();
      fixture.orders.change(order, new OrderCommand.Cancel(null));
    }
  }

  @Test
  void holdAfterDialWaitsForTheIntentAndLetsTheCallEnd() throws Exception {
    for (HoldNames names : NAMES) {
      try (HoldFixture own = new HoldFixture()) {
        PlacedOrder order =
            own.tenant.anOrder().forSubject("erika").aboutClaim("AZ-1").toPhone(PHONE).place();
        var race =
            own.fixture.race(() -> own.fixture.dialer.runOnce().orders(), () -> own.place(names));

        assertThat(race.outcome()).as("%s", names).isEqualTo(RaceOutcome.WAITED);
        assertThat(own.gateway.calledOrders()).containsExactly(order.id());
        assertThat(order.status()).isEqualTo("dialing");
        assertThat(own.gateway.stopRequests).isEmpty();
      }
    }
  }

  @Test
  void releaseBeforeTheOrderIsParkedLetsItDial() throws Exception {
    for (HoldNames names : NAMES) {
      try (HoldFixture own = new HoldFixture()) {
        PlacedOrder order =
            own.tenant.anOrder().forSubject("erika").aboutClaim("AZ-1").toPhone(PHONE).place();
        Hold hold = own.place(names);
        var race =
            own.fixture.race(
                () -> {
                  own.release(hold);
                  return true;
                },
                () -> own.fixture.dialer.runOnce().orders());

        assertThat(race.outcome()).as("%s", names).isEqualTo(RaceOutcome.ENDED);
        assertThat(own.wake()).isZero();
        own.fixture.dialer.runOnce();
        assertThat(own.gateway.calledOrders()).containsExactly(order.id());
        assertThat(own.heldOrders()).isEmpty();
      }
    }
  }

  @Test
  void releaseAfterTheOrderIsParkedWakesIt() throws Exception {
    for (HoldNames names : NAMES) {
      try (HoldFixture own = new HoldFixture()) {
        PlacedOrder order =
            own.tenant.anOrder().forSubject("erika").aboutClaim("AZ-1").toPhone(PHONE).place();
        Hold hold = own.place(names);
        var race =
            own.fixture.raceAt(
                "held_order",
                () -> own.fixture.dialer.runOnce().orders(),
                () -> {
                  own.release(hold);
                  return true;
                });

        assertThat(race.outcome()).as("%s", names).isEqualTo(RaceOutcome.WAITED);
        assertThat(own.wake()).isEqualTo(1);
        assertThat(own.dial()).isEqualTo(1);
        assertThat(own.gateway.calledOrders()).containsExactly(order.id());
      }
    }
  }

  @Test
  void expiryWaitsForADialThatParksTheOrder() throws Exception {
    PlacedOrder order = order();
    holds.place(HoldNames.ofSubject("erika"), tenant.now().plus(Duration.ofMinutes(5)));
    var race =
        fixture.raceAt(
            "held_order",
            () -> fixture.dialer.runOnce().orders(),
            () -> {
              tenant.jump(Duration.ofMinutes(6));
              return holds.expire();
            });

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(holds.wake()).isEqualTo(1);
    assertThat(holds.dial()).isEqualTo(1);
    assertThat(holds.gateway.calledOrders()).containsExactly(order.id());
  }

  @Test
  void dialDoesNotWaitForTheLockOfClaims() throws Exception {
    PlacedOrder order = order();
    try (HeldLocks claims =
        HeldLocks.of(fixture.vertx, fixture.testDatabase, Locks.claims(tenant.id()))) {
      assertThat(fixture.dialer.runOnce().orders()).isZero();
      assertThat(claims.waiting()).isEmpty();
    }
    assertThat(dial()).isEqualTo(1);
    assertThat(order.status()).isEqualTo("dialing");
  }

  @Test
  void secondReportOfOneHoldFindsTheFirst() throws Exception {
    HoldNames names = HoldNames.ofSubject("erika");
    Race<Hold, Hold> race = fixture.race(() -> holds.place(names), () -> holds.place(names));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second().id()).isEqualTo(race.first().id());
    assertThat(holds.holdEvents()).hasSize(1);
  }
}
