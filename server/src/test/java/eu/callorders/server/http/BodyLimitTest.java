package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.TenantRateLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BodyLimitTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final UUID TENANT = new UUID(0, 1);

  private Instant now = Instant.parse("2026-11-20T08:00:00Z");
  private final BodyLimit limit = new BodyLimit(() -> now);

  private static Caller registration(int number) {
    return new Caller(TENANT, new UUID(1, number), Set.of(), new RateLimit(50, 100));
  }

  private static Caller limited(int number, TenantRateLimits limits) {
    return new Caller(TENANT, new UUID(1, number), Set.of(), new RateLimit(50, 100), limits);
  }

  private ProblemException refusal(Caller caller) {
    return catchThrowableOfType(ProblemException.class, () -> limit.acquire(caller, MEBIBYTE));
  }

  @Test
  void allowsTenMebibytesAndTwoMorePerSecond() {
    for (int body = 0; body < 10; body++) {
      limit.acquire(registration(1), MEBIBYTE);
    }
    ProblemException refusal = refusal(registration(1));
    assertThat(refusal.problem().code()).isEqualTo(ProblemCode.RATE_LIMITED);
    assertThat(refusal.problem().retryAfter()).isEqualTo(Duration.ofSeconds(1));
    limit.acquire(registration(2), MEBIBYTE);
    now = now.plusSeconds(1);
    limit.acquire(registration(1), MEBIBYTE);
    limit.acquire(registration(1), MEBIBYTE);
    assertThat(refusal(registration(1))).isNotNull();
  }

  @Test
  void limitsAllRegistrationsOfTenant() {
    for (int number = 1; number <= 5; number++) {
      for (int body = 0; body < 10; body++) {
        limit.acquire(registration(number), MEBIBYTE);
      }
    }
    assertThat(refusal(registration(6))).isNotNull();
    Caller other = new Caller(new UUID(0, 2), new UUID(2, 1), Set.of(), new RateLimit(50, 100));
    assertThatCode(() -> limit.acquire(other, MEBIBYTE)).doesNotThrowAnyException();
  }

  @Test
  void refusalByTenantDoesNotChargeRegistration() {
    for (int number = 1; number <= 5; number++) {
      for (int body = 0; body < 10; body++) {
        limit.acquire(registration(number), MEBIBYTE);
      }
    }
    for (int attempt = 0; attempt < 10; attempt++) {
      assertThat(refusal(registration(6))).isNotNull();
    }
    now = now.plusSeconds(1);
    for (int body = 0; body < 10; body++) {
      limit.acquire(registration(6), MEBIBYTE);
    }
  }

  @Test
  void limitOfTenantTakesThePlaceOfAllOthers() {
    TenantRateLimits limits =
        new TenantRateLimits(null, new RateLimit(60 * MEBIBYTE, 60 * MEBIBYTE));
    for (int registration = 1; registration <= 2; registration++) {
      for (int body = 0; body < 30; body++) {
        limit.acquire(limited(registration, limits), MEBIBYTE);
      }
    }
    assertThat(refusal(limited(1, limits))).isNotNull();
    assertThat(refusal(limited(3, limits))).isNotNull();
    now = now.plusMillis(100);
    limit.acquire(limited(3, limits), 6 * MEBIBYTE);
  }

  @Test
  void limitOfTenantHoldsWithoutRateLimit() {
    TenantRateLimits limits = new TenantRateLimits(null, new RateLimit(1, MEBIBYTE));
    Caller caller = new Caller(TENANT, new UUID(1, 1), Set.of(), RateLimit.UNLIMITED, limits);
    limit.acquire(caller, MEBIBYTE);
    assertThat(refusal(caller)).isNotNull();
  }

  @Test
  void isOffWithoutRateLimit() {
    Caller unlimited = new Caller(TENANT, new UUID(1, 1), Set.of(), RateLimit.UNLIMITED);
    for (int body = 0; body < 100; body++) {
      limit.acquire(unlimited, MEBIBYTE);
    }
    assertThatCode(() -> limit.acquire(registration(1), MEBIBYTE)).doesNotThrowAnyException();
  }
}
