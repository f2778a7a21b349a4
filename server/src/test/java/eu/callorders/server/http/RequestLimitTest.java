package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimitResult;
import eu.callorders.server.ratelimit.RateLimiter;
import eu.callorders.server.ratelimit.TenantRateLimits;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RequestLimitTest {
  private static final UUID TENANT = new UUID(0, 1);
  private static final RateLimit OF_TENANT = new RateLimit(10, 3);

  private Instant now = Instant.parse("2026-11-20T08:00:00Z");
  private final RequestLimit limit = new RequestLimit(new RateLimiter(() -> now));

  private RateLimitResult request(int registration, RateLimit own) {
    return limit.tryAcquire(
        new Caller(
            TENANT,
            new UUID(1, registration),
            Set.of(),
            own,
            new TenantRateLimits(OF_TENANT, null)));
  }

  @Test
  void limitsAllRegistrationsOfTenantTogether() {
    RateLimit wide = new RateLimit(50, 100);
    assertThat(request(1, wide).remaining()).isEqualTo(2);
    assertThat(request(2, wide).remaining()).isEqualTo(1);
    assertThat(request(3, wide).remaining()).isEqualTo(0);

    RateLimitResult refused = request(4, wide);
    assertThat(refused.granted()).isFalse();
    assertThat(refused.limit()).isEqualTo(3);
    assertThat(refused.retryAfterSeconds()).isEqualTo(1);
    now = now.plusSeconds(1);
    assertThat(request(4, wide).granted()).isTrue();
  }

  @Test
  void refusalByTenantDoesNotChargeRegistration() {
    RateLimit narrow = new RateLimit(1, 1);
    for (int registration = 1; registration <= 3; registration++) {
      assertThat(request(registration, narrow).granted()).isTrue();
    }
    assertThat(request(4, narrow).granted()).isFalse();
    now = now.plusMillis(100);
    assertThat(request(4, narrow).granted()).isTrue();
  }

  @Test
  void refusalByRegistrationDoesNotChargeTenant() {
    RateLimit narrow = new RateLimit(1, 1);
    RateLimitResult granted = request(1, narrow);
    assertThat(granted.granted()).isTrue();
    assertThat(granted.limit()).as("the registration has less left").isEqualTo(1);
    RateLimitResult refused = request(1, narrow);
    assertThat(refused.granted()).isFalse();
    assertThat(refused.limit()).isEqualTo(1);
    assertThat(request(2, narrow).granted()).isTrue();
    assertThat(request(3, narrow).granted()).isTrue();
  }

  @Test
  void holdsForRegistrationsWithoutLimit() {
    for (int request = 0; request < 3; request++) {
      assertThat(request(1, RateLimit.UNLIMITED).granted()).isTrue();
    }
    assertThat(request(1, RateLimit.UNLIMITED).granted()).isFalse();
  }
}
