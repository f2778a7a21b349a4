package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pages and tenants are processed in turns, so that none delays the others. */
class TurnsTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void unstoppableCallsDoNotDelayOtherStops() {
    TestTenant tenant = house.tenant();
    List<PlacedOrder> orders =
        Stream.of(MagicLine.BUSY, MagicLine.OBJECTS)
            .map(line -> tenant.anOrder().of("person-" + line.name()).to(line).placed())
            .toList();
    house.dialDue();
    orders.forEach(order -> house.change(order, new OrderCommand.Stop(StopReason.SEQUENCE_EXITED)));
    Reconciler reconciler = house.newReconciler(InstantSource.system(), 1);

    reconciler.runOnce();
    assertThat(gateway.toldToStop).hasSize(1);
    reconciler.runOnce();

    assertThat(gateway.toldToStop)
        .contains(orders.getFirst().attempt(), orders.getLast().attempt());
  }

  @Test
  void startMakesAllActiveCallsDueInBatches() {
    TestTenant tenant = house.tenant();
    tenant.anOrder().of("person-1").to(MagicLine.BUSY).placed();
    tenant.anOrder().of("person-2").to(MagicLine.OBJECTS).placed();
    house.dialDue();

    assertThat(house.newReconciler(InstantSource.system(), 1).runOnce()).isEqualTo(2);
  }

  @Test
  void expiredOrdersAreClaimedRoundRobin() {
    List<TestTenant> tenants = List.of(house.tenant(), house.tenant());
    for (TestTenant tenant : tenants) {
      for (int order = 0; order < 3; order++) {
        tenant.anOrder().of("person-" + order).to(MagicLine.BUSY).placed();
      }
      tenant.jump(Duration.ofDays(400));
    }

    List<UUID> expired =
        house
            .database
            .asWorker(connection -> new OrderQueue().expired(connection, 2, new UUID[0]))
            .await();

    assertThat(
            house.query(
                "SELECT DISTINCT tenant_id FROM call_order WHERE id = ANY ($1)",
                (Object) expired.toArray(UUID[]::new)))
        .hasSize(2);
  }
}
