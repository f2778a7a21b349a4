package eu.callorders.server.predial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.predial.PredialCheck.OnFailure;
import eu.callorders.core.telephony.TenantBreakers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PredialLimiterTest {
  private static final UUID TENANT = UUID.randomUUID();

  private Instant now = Instant.parse("2026-11-23T13:00:00Z");
  private final PredialLimiter limiter = new PredialLimiter(() -> now);

  private void ask(UUID tenantId, boolean valid) {
    limiter.begin(tenantId, OnFailure.HOLD);
    limiter.end(tenantId, valid);
  }

  private void ask(boolean valid) {
    ask(TENANT, valid);
  }

  private void fail(int times) {
    for (int failure = 0; failure < times; failure++) {
      ask(false);
    }
  }

  @Test
  void limitDoublesWithAnswersAndFallsToOneWithAFailure() {
    assertThat(limiter.capacity(TENANT)).isEqualTo(2);
    ask(true);
    assertThat(limiter.capacity(TENANT)).isEqualTo(4);
    for (int answer = 0; answer < 10; answer++) {
      ask(true);
    }
    assertThat(limiter.capacity(TENANT)).isEqualTo(32);
    ask(false);
    assertThat(limiter.capacity(TENANT)).isEqualTo(1);
  }

  @Test
  void countsQuestionsUnderWay() {
    limiter.begin(TENANT, OnFailure.HOLD);
    assertThat(limiter.capacity(TENANT)).isEqualTo(1);
    limiter.begin(TENANT, OnFailure.HOLD);
    assertThat(limiter.capacity(TENANT)).isZero();
    assertThat(limiter.inFlight(TENANT)).isEqualTo(2);
    limiter.end(TENANT, true);
    assertThat(limiter.capacity(TENANT)).isEqualTo(3);
  }

  @Test
  void failingEndpointIsAskedOnceAfterGrowingPauses() {
    fail(2);
    assertThat(limiter.pausedUntil(TENANT)).isEmpty();
    fail(1);
    for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
      assertThat(limiter.capacity(TENANT)).isZero();
      assertThat(limiter.pausedUntil(TENANT)).contains(now.plusSeconds(seconds));
      now = now.plusSeconds(seconds).minusMillis(1);
      assertThat(limiter.capacity(TENANT)).isZero();
      now = now.plusMillis(1);
      assertThat(limiter.capacity(TENANT)).isEqualTo(1);
      limiter.begin(TENANT, OnFailure.HOLD);
      assertThat(limiter.capacity(TENANT)).isZero();
      assertThat(limiter.pausedUntil(TENANT)).isPresent();
      limiter.end(TENANT, false);
    }
    now = now.plusSeconds(60);
    ask(true);
    assertThat(limiter.pausedUntil(TENANT)).isEmpty();
    assertThat(limiter.capacity(TENANT)).isEqualTo(2);
    assertThat(limiter.failingTenants()).isZero();
  }

  @Test
  void countsFailingTenantsUntilNothingIsKnown() {
    ask(UUID.randomUUID(), false);
    fail(3);
    assertThat(limiter.failingTenants()).isEqualTo(1);
    now = now.plus(Duration.ofMinutes(15));
    assertThat(limiter.failingTenants()).isZero();
    assertThat(limiter.capacity(TENANT)).isEqualTo(1);
  }

  @Test
  void claimsNoMoreOrdersThanMayBeAskedAbout() {
    UUID other = UUID.randomUUID();
    TenantBreakers.Limits calls = new TenantBreakers.Limits(Map.of(TENANT, 1), 100);
    assertThat(limiter.limit(calls)).isEqualTo(calls);

    limiter.begin(other, OnFailure.HOLD);
    assertThat(limiter.limit(calls).byTenant()).isEqualTo(Map.of(TENANT, 1, other, 1));
    assertThat(limiter.limit(calls).defaultLimit()).isEqualTo(100);
    limiter.begin(other, OnFailure.HOLD);
    assertThat(limiter.limit(calls).forTenant(other)).isZero();
    limiter.end(other, true);
    limiter.end(other, true);
    assertThat(limiter.limit(calls).forTenant(other)).isEqualTo(100);
    fail(3);
    assertThat(limiter.limit(calls).forTenant(TENANT)).isZero();
  }

  @Test
  void failingEndpointDelaysNoClaimWhereTheTenantProceeds() {
    for (int failure = 0; failure < 3; failure++) {
      limiter.begin(TENANT, OnFailure.PROCEED);
      limiter.end(TENANT, false);
    }
    assertThat(limiter.limit(TenantBreakers.Limits.NONE).forTenant(TENANT))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void unresponsiveEndpointsLeaveQuestionsForOthers() {
    UUID proven = UUID.randomUUID();
    ask(proven, true);
    for (int tenant = 0; tenant < 1_000; tenant++) {
      UUID silent = UUID.randomUUID();
      for (int free = limiter.capacity(silent); free > 0; free--) {
        limiter.begin(silent, OnFailure.HOLD);
      }
    }
    UUID fresh = UUID.randomUUID();
    for (int tenant = 0; tenant < 5_000; tenant++) {
      fresh = UUID.randomUUID();
      if (limiter.capacity(fresh) > 0) {
        limiter.begin(fresh, OnFailure.HOLD);
      }
    }
    assertThat(limiter.capacity(UUID.randomUUID())).isZero();
    assertThat(limiter.capacity(proven)).isEqualTo(4);
  }
}
