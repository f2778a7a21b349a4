package eu.callorders.server.dial;

import static eu.callorders.server.dial.HaltFixture.EVERYTHING;
import static eu.callorders.server.dial.HaltFixture.GERMANY;
import static eu.callorders.server.dial.HaltFixture.REMINDERS;
import static eu.callorders.server.dial.HaltFixture.planned;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race.RaceOutcome;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Halts during dialing. */
class HaltRacesTest {
  @AutoClose private final HaltFixture halts = new HaltFixture();
  private final ScriptedGateway gateway = halts.gateway;
  private final DialFixture fixture = halts.fixture;
  private final TestTenant tenant = halts.tenant;
  private final Halt.Scope here = new Halt.Scope(tenant.id(), null, null);

  @Test
  void haltBeforeDialPreventsIt() throws Exception {
    for (Halt.Scope scope : List.of(EVERYTHING, here, GERMANY, REMINDERS)) {
      PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
      var race =
          fixture.raceAt(
              "dial_halt", () -> halts.halt(scope), () -> fixture.dialer.runOnce().orders());

      assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
      assertThat(gateway.placed).isEmpty();
      halts.assertUntouched(order);
      halts.resume(scope);
      fixture.haltReleaseWorker.runOnce();
      fixture.orders.change(order, new OrderCommand.Cancel(null));
    }
  }

  @Test
  void haltAfterDialWaitsForTheIntent() throws Exception {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    var race = fixture.race(() -> fixture.dialer.runOnce().orders(), () -> halts.halt(EVERYTHING));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(order.id());
    assertThat(halts.inForce()).containsExactly(EVERYTHING);
  }

  @Test
  void concurrentResumeLosesNoOrder() throws Exception {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    halts.halt(GERMANY);
    fixture.raceAt(
        "call_order", () -> fixture.dialer.runOnce().orders(), () -> halts.resume(GERMANY));
    fixture.haltReleaseWorker.runOnce();

    halts.assertDialed(order);
  }
}
