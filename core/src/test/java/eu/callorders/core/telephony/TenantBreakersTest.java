package eu.callorders.core.telephony;

import static eu.callorders.core.telephony.BreakerSignal.FAULTY;
import static eu.callorders.core.telephony.BreakerSignal.NONE;
import static eu.callorders.core.telephony.BreakerSignal.SOUND;
import static eu.callorders.core.telephony.CircuitBreaker.State.CLOSED;
import static eu.callorders.core.telephony.CircuitBreaker.State.HALF_OPEN;
import static eu.callorders.core.telephony.CircuitBreaker.State.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TenantBreakersTest {
  private static final CircuitBreaker.Rule RULE = CircuitBreaker.Rule.DEFAULT;
  private static final UUID TENANT = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);
  private static final UUID THIRD = new UUID(0, 3);

  private final TenantBreakers breakers = new TenantBreakers(RULE);
  private Instant now = Instant.parse("2026-11-23T09:00:00Z");
  private int numbers;

  @Test
  void onlyTenantIsLimitedWhenItsCallsFail() {
    calls(TENANT, 4, FAULTY);
    assertThat(breakers.state(now)).isEqualTo(CLOSED);
    assertThat(room(TENANT)).isEqualTo(Integer.MAX_VALUE);

    calls(TENANT, 1, FAULTY);

    assertThat(room(TENANT)).isZero();
    assertThat(breakers.state(now)).describedAs("all tenants with calls").isEqualTo(OPEN);
    assertThat(breakers.limitedTenants(now)).isEqualTo(1);
  }

  @Test
  void failingTenantLimitsNoOther() {
    calls(TENANT, 1_000, FAULTY);

    assertThat(room(OTHER)).isEqualTo(Integer.MAX_VALUE);
    assertThat(breakers.state(OTHER, now)).isEqualTo(CLOSED);
    calls(OTHER, 1, FAULTY);
    assertThat(room(OTHER)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void successfulCallsCloseTheBreakerOfNoOtherTenant() {
    calls(TENANT, 5, FAULTY);
    calls(OTHER, 1, SOUND);

    assertThat(breakers.state(now)).isEqualTo(CLOSED);
    assertThat(room(TENANT)).isZero();
    assertThat(room(OTHER)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void successesOfOneTenantDoNotDiluteTheFailuresOfAnother() {
    calls(OTHER, 1_000, SOUND);
    calls(TENANT, 5, FAULTY);
    assertThat(room(TENANT)).isZero();
    assertThat(room(OTHER)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void tenantWithoutCallsStartsWithProbesWhileAllOthersFail() {
    calls(TENANT, 5, FAULTY);
    calls(OTHER, 5, FAULTY);

    assertThat(room(THIRD)).isEqualTo(RULE.probes());
    assertThat(breakers.state(THIRD, now)).isEqualTo(HALF_OPEN);
    breakers.recordPlaced(THIRD, 3, now);
    assertThat(room(THIRD)).isZero();
    calls(THIRD, 1, SOUND);
    assertThat(room(THIRD)).isEqualTo(Integer.MAX_VALUE);
    assertThat(breakers.state(now)).isEqualTo(CLOSED);
  }

  @Test
  void oneSuccessfulTenantKeepsTheGatewayClosedForOthers() {
    calls(THIRD, 1, SOUND);
    calls(TENANT, 5, FAULTY);
    calls(OTHER, 5, FAULTY);
    assertThat(room(new UUID(0, 4))).isEqualTo(Integer.MAX_VALUE);
    assertThat(breakers.state(now)).isEqualTo(CLOSED);
  }

  @Test
  void tenantWithSuccessfulProbesOpensTheGatewayForNewTenants() {
    calls(TENANT, 5, FAULTY);
    calls(OTHER, 5, FAULTY);
    pass(RULE.pause());
    calls(TENANT, 1, SOUND);
    assertThat(room(THIRD)).isEqualTo(Integer.MAX_VALUE);
    assertThat(room(OTHER)).isEqualTo(RULE.probes());
  }

  @Test
  void fewFailuresEachOfManyTenantsCountTogether() {
    for (int tenant = 10; tenant < 15; tenant++) {
      calls(new UUID(0, tenant), 1, FAULTY);
    }
    assertThat(breakers.state(now)).isEqualTo(CLOSED);

    calls(new UUID(0, 15), 1, FAULTY);

    assertThat(breakers.state(now)).isEqualTo(OPEN);
    assertThat(breakers.limitedTenants(now)).isEqualTo(6);
    assertThat(room(new UUID(0, 10))).isZero();
    assertThat(room(TENANT)).isEqualTo(RULE.probes());
  }

  @Test
  void probesOfOneTenantDoNotReduceThoseOfAnother() {
    calls(TENANT, 5, FAULTY);
    calls(OTHER, 5, FAULTY);
    pass(RULE.pause());
    breakers.limits(now);
    breakers.recordPlaced(TENANT, 3, now);
    calls(TENANT, 1, FAULTY);
    assertThat(room(TENANT)).isZero();
    assertThat(room(OTHER)).isEqualTo(RULE.probes());
    assertThat(breakers.state(now)).isEqualTo(HALF_OPEN);
  }

  @Test
  void dropsATenantWithoutCallsForLong() {
    calls(TENANT, 5, FAULTY);
    pass(RULE.window().plus(RULE.maxPause()));
    assertThat(room(TENANT)).isEqualTo(RULE.probes());

    pass(Duration.ofMillis(1));

    assertThat(room(TENANT)).isEqualTo(Integer.MAX_VALUE);
    assertThat(breakers.state(now)).isEqualTo(CLOSED);
    assertThat(breakers.limitedTenants(now)).isZero();
  }

  @Test
  void keepsATenantWhoseProbesHaveNoOutcome() {
    calls(TENANT, 5, FAULTY);
    for (int probe = 0; probe < 50; probe++) {
      pass(RULE.maxPause());
      assertThat(room(TENANT)).isEqualTo(RULE.probes());
      breakers.recordPlaced(TENANT, 3, now);
      assertThat(room(TENANT)).isZero();
    }
  }

  @Test
  void boundsPhonesAndTenants() {
    for (int tenant = 0; tenant < TenantBreakers.MAX_TENANTS; tenant++) {
      calls(new UUID(1, tenant), 5, FAULTY);
    }
    assertThat(breakers.limitedTenants(now)).isEqualTo(TenantBreakers.MAX_TENANTS);
    calls(TENANT, 1, FAULTY);
    assertThat(breakers.limitedTenants(now)).isEqualTo(TenantBreakers.MAX_TENANTS);

    CircuitBreaker one = new CircuitBreaker(RULE);
    for (int number = 0; number < 2 * CircuitBreaker.MAX_PHONES; number++) {
      one.record(new PhoneNumber("+49" + number), SOUND, now);
    }
    assertThat(one.phoneCount(now)).isEqualTo(CircuitBreaker.MAX_PHONES);
  }

  @Test
  void neutralSignalsLeaveNoState() {
    calls(TENANT, 5, FAULTY);
    calls(OTHER, 5, NONE);
    assertThat(breakers.state(now)).isEqualTo(OPEN);
    assertThat(breakers.limits(now).byTenant()).containsOnlyKeys(TENANT);
  }

  @Test
  void neverLimitsATenantByTheNeverRule() {
    TenantBreakers never = new TenantBreakers(CircuitBreaker.Rule.NEVER);
    for (int number = 0; number < 1000; number++) {
      never.record(new UUID(0, number % 10), new PhoneNumber("+49" + number), FAULTY, now);
    }
    assertThat(never.limits(now)).isEqualTo(TenantBreakers.Limits.NONE);
    assertThat(never.state(now)).isEqualTo(CLOSED);
  }

  private int room(UUID tenantId) {
    return breakers.limits(now).forTenant(tenantId);
  }

  private void calls(UUID tenantId, int count, BreakerSignal signal) {
    for (int call = 0; call < count; call++) {
      breakers.record(tenantId, new PhoneNumber("+49302312" + numbers++), signal, now);
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
