package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pages and tenants are processed in turns, so that none delays the others. */
class RoundRobinTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);

  @Test
  void unstoppableCallsDoNotDelayOtherStops() {
    TestTenant tenant = fixture.tenant();
    List<PlacedOrder> orders =
        Stream.of(MagicLine.BUSY, MagicLine.OBJECTS)
            .map(line -> tenant.anOrder().forSubject("person-" + line.name()).to(line).place())
            .toList();
    fixture.dialDue();
    orders.forEach(
        order -> fixture.orders.change(order, new OrderCommand.Stop(StopReason.SEQUENCE_EXITED)));
    Reconciler reconciler = fixture.units.newReconciler(InstantSource.system(), 1);

    reconciler.runOnce();
    assertThat(gateway.stopRequests).hasSize(1);
    reconciler.runOnce();

    assertThat(gateway.stopRequests)
        .contains(orders.getFirst().attempt(), orders.getLast().attempt());
  }

  @Test
  void startMakesAllActiveCallsDueInBatches() {
    TestTenant tenant = fixture.tenant();
    tenant.anOrder().forSubject("person-1").to(MagicLine.BUSY).place();
    tenant.anOrder().forSubject("person-2").to(MagicLine.OBJECTS).place();
    fixture.dialDue();

    assertThat(fixture.units.newReconciler(InstantSource.system(), 1).runOnce()).isEqualTo(2);
  }

  @Test
  void expiredOrdersAreClaimedRoundRobin() {
    List<TestTenant> tenants = List.of(fixture.tenant(), fixture.tenant());
    for (TestTenant tenant : tenants) {
      for (int order = 0; order < 3; order++) {
        tenant.anOrder().forSubject("person-" + order).to(MagicLine.BUSY).place();
      }
      tenant.jump(Duration.ofDays(400));
    }

    List<UUID> expired =
        fixture
            .database
            .asWorker(connection -> OrderQueue.expired(connection, 2, new UUID[0]))
            .await();

    assertThat(
            fixture.query(
                "SELECT DISTINCT tenant_id FROM call_order WHERE id = ANY ($1)",
                (Object) expired.toArray(UUID[]::new)))
        .hasSize(2);
  }
}
