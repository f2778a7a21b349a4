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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Orders wait for a free gateway without using up attempts. */
class GatewayCapacityTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private DialFixture fixture;

  @Test
  void claimsOnlyAsManyOrdersAsChannels() {
    gateway.withHealth(new GatewayHealth(GatewayHealth.State.UP, 2, null));
    fixture = DialFixture.withGateway(gateway);
    List<PlacedOrder> orders = orders(5);

    fixture.dialDue();
    fixture.dialDue();

    assertThat(gateway.placed).hasSize(2);
    assertThat(orders).filteredOn(order -> order.status().equals("scheduled")).hasSize(3);
  }

  @Test
  void callThatWaitsForItsInstantTakesAChannel() {
    gateway.withHealth(new GatewayHealth(GatewayHealth.State.UP, 1, null));
    fixture = DialFixture.withGateway(gateway);
    TestTenant tenant = fixture.tenant();
    Instant soon = tenant.now().plusSeconds(120); // later than any machine needs for both rounds
    for (int order = 0; order < 2; order++) {
      tenant.anOrder().to(MagicLine.BUSY).notBefore(soon).place();
    }
    fixture.planner.runOnce();

    assertThat(dialerWithLongLead().runOnce().orders()).isEqualTo(1);
    assertThat(dialerWithLongLead().runOnce().orders()).isZero();
  }

  private Dialer dialerWithLongLead() {
    return fixture.units.newDialer(new ClaimLead(Duration.ofMinutes(5)));
  }

  @Test
  void claimsNothingWhileGatewayIsDown() {
    gateway.withHealth(new GatewayHealth(GatewayHealth.State.DOWN, null, null));
    fixture = DialFixture.withGateway(gateway);
    List<PlacedOrder> orders = orders(2);

    fixture.dialDue();

    assertThat(gateway.placed).isEmpty();
    assertThat(orders).allMatch(order -> order.attempts().isEmpty());
  }

  @Test
  void ordersWaitWhileBreakerIsOpen() {
    fixture = DialFixture.withGateway(gateway, CircuitBreaker.Rule.DEFAULT);
    TestTenant tenant = fixture.tenant();
    orders(tenant, 5);
    fixture.dialDue();
    for (PlaceCall call : List.copyOf(gateway.placed)) {
      fixture.receive(gateway.ended(call.attemptId(), Disposition.FAILED, Cause.CARRIER_FAULT));
    }
    assertThat(fixture.monitor.status()).isEqualTo(GatewayStatus.OPEN);

    List<PlacedOrder> others = orders(tenant, 3);
    fixture.dialDue();

    assertThat(gateway.placed).hasSize(5);
    assertThat(others).allMatch(order -> order.status().equals("scheduled"));
    assertThat(others).allMatch(order -> order.attempts().isEmpty());
    assertThat(gatewayRule(others.getFirst())).isEqualTo(RuleVerdict.Verdict.WAIT);
  }

  @Test
  void unroutablePhonesOfOneTenantDoNotAffectAnother() {
    fixture = DialFixture.withGateway(gateway, CircuitBreaker.Rule.DEFAULT);
    TestTenant tenant = fixture.tenant();
    gateway.withPlaceResult(new PlaceResult.Refused(PlaceResult.RefusalReason.UNROUTABLE, null));
    orders(tenant, 5);
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(5);
    gateway.withPlaceResult(new PlaceResult.Accepted("ref"));
    List<PlacedOrder> held = orders(tenant, 5);
    List<PlacedOrder> others = orders(fixture.tenant(), 7);

    fixture.dialDue();

    assertThat(gateway.placed).hasSize(5 + 7);
    assertThat(others).allMatch(order -> order.attempts().size() == 1);
    assertThat(held).allMatch(order -> order.status().equals("scheduled"));
    assertThat(gatewayRule(held.getFirst())).isEqualTo(RuleVerdict.Verdict.WAIT);
    assertThat(gatewayRule(others.getFirst())).isEqualTo(RuleVerdict.Verdict.PASS);
  }

  @Test
  void dialsOnlyProbesOfATenantWithoutSamples() {
    fixture = DialFixture.withGateway(gateway, CircuitBreaker.Rule.DEFAULT);
    failCalls(fixture.tenant());
    failCalls(fixture.tenant());
    TestTenant untried = fixture.tenant();
    orders(untried, 5);

    fixture.dialDue();
    fixture.dialDue();

    assertThat(gateway.placed).hasSize(10 + CircuitBreaker.Rule.DEFAULT.probes());
  }

  private void failCalls(TestTenant tenant) {
    int before = gateway.placed.size();
    orders(tenant, 5);
    fixture.dialDue();
    for (PlaceCall call : List.copyOf(gateway.placed).subList(before, before + 5)) {
      fixture.receive(gateway.ended(call.attemptId(), Disposition.FAILED, Cause.CARRIER_FAULT));
    }
  }

  private RuleVerdict.Verdict gatewayRule(PlacedOrder order) {
    return fixture.explain(order).rules().stream()
        .filter(verdict -> verdict.rule() == DialRule.GATEWAY)
        .map(RuleVerdict::verdict)
        .findFirst()
        .orElseThrow();
  }

  private List<PlacedOrder> orders(int count) {
    return orders(fixture.tenant(), count);
  }

  private static List<PlacedOrder> orders(TestTenant tenant, int count) {
    return Stream.generate(() -> tenant.anOrder().to(MagicLine.BUSY).attempts(1).place())
        .limit(count)
        .toList();
  }
}
