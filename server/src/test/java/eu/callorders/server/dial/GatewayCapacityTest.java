package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Orders wait for a free gateway without using up attempts. */
class GatewayCapacityTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  private DialFixture house;

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void claimsOnlyAsManyOrdersAsChannels() {
    gateway.feeling(new GatewayHealth(GatewayHealth.State.UP, 2, null));
    house = DialFixture.over(gateway);
    List<PlacedOrder> orders = orders(5);

    house.dialDue();
    house.dialDue();

    assertThat(gateway.placed).hasSize(2);
    assertThat(orders).filteredOn(order -> order.status().equals("scheduled")).hasSize(3);
  }

  @Test
  void claimsNothingWhileGatewayIsDown() {
    gateway.feeling(new GatewayHealth(GatewayHealth.State.DOWN, null, null));
    house = DialFixture.over(gateway);
    List<PlacedOrder> orders = orders(2);

    house.dialDue();

    assertThat(gateway.placed).isEmpty();
    assertThat(orders).allMatch(order -> order.attempts().isEmpty());
  }

  @Test
  void ordersWaitWhileBreakerIsOpen() {
    house = DialFixture.over(gateway, CircuitBreaker.Rule.USUAL);
    TestTenant tenant = house.tenant();
    orders(tenant, 5);
    house.dialDue();
    for (PlaceCall call : List.copyOf(gateway.placed)) {
      house.tell(gateway.ended(call.attemptId(), Disposition.FAILED, Cause.CARRIER_FAULT));
    }
    assertThat(house.watch.condition()).isEqualTo(GatewayStatus.OPEN);

    List<PlacedOrder> others = orders(tenant, 3);
    house.dialDue();

    assertThat(gateway.placed).hasSize(5);
    assertThat(others).allMatch(order -> order.status().equals("scheduled"));
    assertThat(others).allMatch(order -> order.attempts().isEmpty());
    assertThat(gatewayRule(others.getFirst())).isEqualTo(RuleVerdict.Verdict.WAIT);
  }

  @Test
  void unroutablePhonesOfOneTenantDoNotAffectAnother() {
    house = DialFixture.over(gateway, CircuitBreaker.Rule.USUAL);
    TestTenant tenant = house.tenant();
    gateway.answering(new PlaceResult.Refused(PlaceResult.RefusalReason.UNROUTABLE, null));
    orders(tenant, 5);
    house.dialDue();
    assertThat(gateway.placed).hasSize(5);
    gateway.answering(new PlaceResult.Accepted("ref"));
    List<PlacedOrder> held = orders(tenant, 5);
    List<PlacedOrder> others = orders(house.tenant(), 7);

    house.dialDue();

    assertThat(gateway.placed).hasSize(5 + 7);
    assertThat(others).allMatch(order -> order.attempts().size() == 1);
    assertThat(held).allMatch(order -> order.status().equals("scheduled"));
    assertThat(gatewayRule(held.getFirst())).isEqualTo(RuleVerdict.Verdict.WAIT);
    assertThat(gatewayRule(others.getFirst())).isEqualTo(RuleVerdict.Verdict.PASS);
  }

  @Test
  void dialsOnlyProbesOfATenantWithoutSamples() {
    house = DialFixture.over(gateway, CircuitBreaker.Rule.USUAL);
    failCalls(house.tenant());
    failCalls(house.tenant());
    TestTenant untried = house.tenant();
    orders(untried, 5);

    house.dialDue();
    house.dialDue();

    assertThat(gateway.placed).hasSize(10 + CircuitBreaker.Rule.USUAL.probes());
  }

  private void failCalls(TestTenant tenant) {
    int before = gateway.placed.size();
    orders(tenant, 5);
    house.dialDue();
    for (PlaceCall call : List.copyOf(gateway.placed).subList(before, before + 5)) {
      house.tell(gateway.ended(call.attemptId(), Disposition.FAILED, Cause.CARRIER_FAULT));
    }
  }

  private RuleVerdict.Verdict gatewayRule(PlacedOrder order) {
    return house.explain(order).rules().stream()
        .filter(verdict -> verdict.rule() == DialRule.GATEWAY)
        .map(RuleVerdict::verdict)
        .findFirst()
        .orElseThrow();
  }

  private List<PlacedOrder> orders(int count) {
    return orders(house.tenant(), count);
  }

  private static List<PlacedOrder> orders(TestTenant tenant, int count) {
    return Stream.generate(() -> tenant.anOrder().to(MagicLine.BUSY).attempts(1).placed())
        .limit(count)
        .toList();
  }
}
