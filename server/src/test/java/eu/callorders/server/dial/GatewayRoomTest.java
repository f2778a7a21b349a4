package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.GatewayCondition;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Orders wait for the gateway, and nothing of theirs is used up meanwhile. */
class GatewayRoomTest {
  private final HandGateway gateway = new HandGateway();
  private DialHouse house;

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void noMoreOrdersAreClaimedThanTheGatewayHasChannels() {
    gateway.feeling(new GatewayHealth(GatewayHealth.State.UP, 2, null));
    house = DialHouse.over(gateway);
    List<PlacedOrder> orders = orders(5);

    house.dialDue();
    house.dialDue();

    assertThat(gateway.placed).hasSize(2);
    assertThat(orders).filteredOn(order -> order.status().equals("scheduled")).hasSize(3);
  }

  @Test
  void nothingIsClaimedForAGatewayThatIsDown() {
    gateway.feeling(new GatewayHealth(GatewayHealth.State.DOWN, null, null));
    house = DialHouse.over(gateway);
    List<PlacedOrder> orders = orders(2);

    house.dialDue();

    assertThat(gateway.placed).isEmpty();
    assertThat(orders).allMatch(order -> order.attempts().isEmpty());
  }

  @Test
  void ordersWaitWhileCallsFailForTechnicalReasons() {
    house = DialHouse.over(gateway, CircuitBreaker.Rule.USUAL);
    orders(5);
    house.dialDue();
    for (PlaceCall call : List.copyOf(gateway.placed)) {
      house.tell(gateway.ended(call.attemptId(), Disposition.FAILED, Cause.CARRIER_FAULT));
    }
    assertThat(house.watch.condition()).isEqualTo(GatewayCondition.OPEN);

    List<PlacedOrder> others = orders(3);
    house.dialDue();

    assertThat(gateway.placed).hasSize(5);
    assertThat(others).allMatch(order -> order.status().equals("scheduled"));
    assertThat(others).allMatch(order -> order.attempts().isEmpty());
  }

  private List<PlacedOrder> orders(int count) {
    TestTenant tenant = house.tenant();
    return Stream.generate(() -> tenant.anOrder().to(Line.BUSY).attempts(1).placed())
        .limit(count)
        .toList();
  }
}
