package eu.callorders.server.webhook.delivery;

import static eu.callorders.server.webhook.delivery.LimitedDeliveries.SLOW;
import static eu.callorders.server.webhook.delivery.LimitedDeliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Limits of deliveries and bytes per tenant. */
class TenantLimitsTest {
  private final LimitedDeliveries deliveries = new LimitedDeliveries();
  private final Map<UUID, UUID> tenants = deliveries.tenants;
  private final UUID one = deliveries.one;
  private final UUID two = deliveries.two;
  private final ConcurrencyLimiter limiter = deliveries.limiter;

  @Test
  void tenantsWithSlowEndpointsLeaveCapacityForOthers() {
    for (int tenant = 0; tenant < 4; tenant++) {
      UUID owner = UUID.randomUUID();
      for (int endpoint = 0; endpoint < 20; endpoint++) {
        UUID slow = UUID.randomUUID();
        for (int success = 0; success < 6; success++) {
          ClaimedDelivery answered = delivery(owner, slow, false, 0);
          limiter.add(answered);
          limiter.recordResult(slow, true, Duration.ofSeconds(10));
          limiter.finish(answered);
        }
        limiter.offer(slow);
        tenants.put(slow, owner);
      }
    }
    deliveries.fill(0);
    assertThat(limiter.inFlightCount()).isBetween(200, 290);

    limiter.offer(one);
    assertThat(deliveries.allowed(one)).isEqualTo(2);
  }

  @Test
  void endpointCountsDeliveriesOfItsTenant() {
    UUID owner = UUID.randomUUID();
    ClaimedDelivery earlier = delivery(owner, one, false, 0);
    limiter.add(earlier);
    limiter.recordResult(one, true, SLOW);
    limiter.finish(earlier);
    for (int other = 0; other < 149; other++) {
      limiter.add(delivery(owner, two, false, 0));
    }

    limiter.offer(one);

    assertThat(deliveries.allowed(one)).isEqualTo(1);
  }

  @Test
  void largeEnvelopesLeaveBytesForOtherEndpointsOfTheTenant() {
    UUID owner = UUID.randomUUID();
    for (UUID endpoint : Stream.generate(UUID::randomUUID).limit(5).toList()) {
      tenants.put(endpoint, owner);
      limiter.offer(endpoint);
    }
    deliveries.fill(4_000);
    assertThat(limiter.inFlightCount()).isEqualTo(10);

    tenants.put(one, owner);
    limiter.offer(one);
    assertThat(limiter.allowances(100))
        .singleElement()
        .extracting(ConcurrencyLimiter.Allowance::bytes)
        .isEqualTo(8_000L);
  }

  @Test
  void claimsAgainWhenAQuarterOfTheBytesIsFree() {
    deliveries.succeed(one);
    limiter.offer(one);
    ClaimedDelivery small = delivery(one, one, false, 1_500);
    limiter.add(small);
    limiter.add(delivery(one, one, false, 4_600));
    assertThat(limiter.allowances(100)).isEmpty();
    limiter.finish(small);
    assertThat(limiter.allowances(100))
        .singleElement()
        .extracting(ConcurrencyLimiter.Allowance::bytes)
        .isEqualTo(3_400L);
  }

  @Test
  void startsDeliveryLargerThanAllLimits() {
    limiter.offer(one);
    assertThat(limiter.allowances(100)).hasSize(1);
    ClaimedDelivery huge = delivery(one, one, false, 100_000);
    limiter.add(huge);
    limiter.offer(two);
    assertThat(limiter.allowances(100)).isEmpty();
    assertThat(limiter.claimBytes()).isEqualTo(1);
    limiter.finish(huge);
    assertThat(limiter.allowances(100)).hasSize(2);
    assertThat(limiter.claimBytes()).isEqualTo(8_000);
  }

  @Test
  void requeuesFirstWhenTheClaimRanOutOfBytes() {
    limiter.offer(one);
    limiter.offer(two);
    List<ConcurrencyLimiter.Allowance> allowances = limiter.allowances(100);
    limiter.requeueFirst(allowances.subList(1, 2));
    assertThat(limiter.allowances(1))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(two);
  }
}
