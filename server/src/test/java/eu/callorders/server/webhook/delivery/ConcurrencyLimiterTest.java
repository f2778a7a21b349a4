package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConcurrencyLimiterTest {
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final Map<UUID, UUID> tenants = new HashMap<>();
  private final UUID one = UUID.randomUUID();
  private final UUID two = UUID.randomUUID();
  private final ConcurrencyLimiter limiter =
      new ConcurrencyLimiter(new ConcurrencyLimiter.Limits(300, 40, 3, 64_000, 8_000));

  @Test
  void raisesLimitAfterSuccessAndResetsItAfterFailure() {
    limiter.offer(one);
    assertThat(allowed(one)).isEqualTo(2);
    succeed(one);
    succeed(one);
    assertThat(allowed(one)).isEqualTo(8);
    fail(one);
    assertThat(allowed(one)).isEqualTo(1);
  }

  @Test
  void countsDeliveriesInFlight() {
    limiter.offer(one);
    limiter.add(delivery(one, false));
    assertThat(allowed(one)).isEqualTo(1);
    limiter.add(delivery(one, false));
    assertThat(limiter.allowances(10)).isEmpty();
    limiter.finish(delivery(one, false));
    assertThat(allowed(one)).isEqualTo(1);
  }

  @Test
  void dropsIdleEndpointsAboveTheMaximum() {
    limiter.add(delivery(two, false));
    for (int each = 0; each < 45_000; each++) {
      succeed(UUID.randomUUID());
      assertThat(limiter.trackedEndpoints()).isLessThanOrEqualTo(20_000);
    }
    limiter.recordResult(two, true, SLOW);
    limiter.finish(delivery(two, false));
    limiter.offer(two);
    assertThat(allowed(two)).isEqualTo(4);
  }

  @Test
  void doesNotTrackOfferedEndpointsBeforeTheirFirstDelivery() {
    for (int each = 0; each < 50_000; each++) {
      limiter.offer(UUID.randomUUID());
    }
    assertThat(limiter.allowances(20)).hasSize(10);
    assertThat(limiter.trackedEndpoints()).isZero();
  }

  @Test
  void unresponsiveEndpointsDoNotBlockResponsiveOnes() {
    limiter.offer(one);
    succeed(one);
    List<UUID> holes = Stream.generate(UUID::randomUUID).limit(60).toList();
    for (UUID hole : holes) {
      limiter.offer(hole);
      limiter.add(delivery(hole, false));
      limiter.recordResult(hole, false, SLOW);
    }
    assertThat(limiter.allowances(100))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(one);
  }

  @Test
  void probesFewFailingEndpointsAtATime() {
    limiter.offer(one);
    succeed(one);
    List<UUID> failing = Stream.generate(UUID::randomUUID).limit(5).toList();
    for (UUID each : failing) {
      limiter.offer(each);
      fail(each);
      fail(each);
    }
    assertThat(limiter.allowances(100)).hasSize(6);
    failing.forEach(this::fail);

    List<ConcurrencyLimiter.Allowance> first = limiter.allowances(100);
    assertThat(first)
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactlyInAnyOrder(one, failing.get(0), failing.get(1), failing.get(2));
    assertThat(limiter.hasDelayedProbes()).isTrue();
    first.forEach(allowance -> limiter.add(delivery(allowance.endpoint(), false)));

    limiter.resetProbes();
    assertThat(limiter.hasDelayedProbes()).isFalse();
    assertThat(limiter.allowances(100))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .contains(failing.get(3), failing.get(4))
        .doesNotContain(failing.get(0));
    assertThat(limiter.hasDelayedProbes()).isFalse();
  }

  @Test
  void endpointsTakeTurns() {
    limiter.offer(one);
    limiter.offer(two);
    assertThat(limiter.allowances(1))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(one);
    assertThat(limiter.allowances(1))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(two);
    assertThat(limiter.allowances(1))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(one);
  }

  @Test
  void keepsOfferMadeDuringAClaim() {
    limiter.offer(one);
    ConcurrencyLimiter.Allowance allowance = limiter.allowances(10).get(0);
    limiter.offer(one);
    limiter.markExhausted(allowance);
    assertThat(limiter.allowances(10)).hasSize(1);
    limiter.markExhausted(limiter.allowances(10).get(0));
    assertThat(limiter.allowances(10)).isEmpty();
  }

  @Test
  void replayLeavesCapacityForNewDeliveries() {
    limiter.offer(one);
    Stream.generate(() -> one).limit(6).forEach(this::succeed);
    ConcurrencyLimiter.Allowance allowance = limiter.allowances(100).get(0);
    assertThat(allowance.fresh()).isEqualTo(64);
    assertThat(allowance.replayed()).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      limiter.add(delivery(one, true));
    }
    assertThat(limiter.allowances(100).get(0).replayed()).isZero();
  }

  @Test
  void leasesMoreThanRunsForFastEndpoint() {
    List<Integer> started = new ArrayList<>();
    limiter.offer(one);
    Stream.generate(() -> one).limit(7).forEach(each -> end(each, true, Duration.ZERO));
    assertThat(allowed(one)).isEqualTo(100);
    for (int i = 0; i < 66; i++) {
      int index = i;
      limiter.add(delivery(one, false), () -> started.add(index));
    }
    limiter.runWaiting(one);
    assertThat(started).hasSize(64);
    limiter.finish(delivery(one, false));
    assertThat(started).endsWith(63, 64);
  }

  @Test
  void runsWaitingAttemptsOneByOneAfterFailure() {
    List<Integer> started = new ArrayList<>();
    limiter.offer(one);
    for (int i = 0; i < 4; i++) {
      int index = i;
      limiter.add(delivery(one, false), () -> started.add(index));
    }
    limiter.runWaiting(one);
    assertThat(started).containsExactly(0, 1);
    limiter.recordResult(one, false, SLOW);
    limiter.finish(delivery(one, false));
    assertThat(started).containsExactly(0, 1);
    limiter.finish(delivery(one, false));
    assertThat(started).containsExactly(0, 1, 2);
  }

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
    fill(0);
    assertThat(limiter.inFlightCount()).isBetween(200, 290);

    limiter.offer(one);
    assertThat(allowed(one)).isEqualTo(2);
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

    assertThat(allowed(one)).isEqualTo(1);
  }

  @Test
  void largeEnvelopesLeaveBytesForOtherEndpointsOfTheTenant() {
    UUID owner = UUID.randomUUID();
    for (UUID endpoint : Stream.generate(UUID::randomUUID).limit(5).toList()) {
      tenants.put(endpoint, owner);
      limiter.offer(endpoint);
    }
    fill(4_000);
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
    succeed(one);
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

  /** Starts deliveries until no more are allowed. */
  private void fill(int bytes) {
    List<ConcurrencyLimiter.Allowance> allowances = limiter.allowances(400);
    while (!allowances.isEmpty()) {
      for (ConcurrencyLimiter.Allowance allowance : allowances) {
        for (int i = 0; i < allowance.fresh(); i++) {
          limiter.add(
              delivery(tenants.get(allowance.endpoint()), allowance.endpoint(), false, bytes));
        }
      }
      allowances = limiter.allowances(400);
    }
  }

  /** Each endpoint has its own tenant. */
  private static ClaimedDelivery delivery(UUID endpoint, boolean replay) {
    return delivery(endpoint, endpoint, replay, 0);
  }

  private static ClaimedDelivery delivery(UUID tenant, UUID endpoint, boolean replay, int bytes) {
    UUID id = UUID.randomUUID();
    return new ClaimedDelivery(
        tenant, Instant.EPOCH, id, endpoint, 1, replay, id, "call.ended", List.of(), null, bytes);
  }

  private int allowed(UUID endpoint) {
    return limiter.allowances(100).stream()
        .filter(allowance -> allowance.endpoint().equals(endpoint))
        .mapToInt(ConcurrencyLimiter.Allowance::fresh)
        .sum();
  }

  private void succeed(UUID endpoint) {
    end(endpoint, true);
  }

  private void fail(UUID endpoint) {
    end(endpoint, false);
  }

  private void end(UUID endpoint, boolean delivered) {
    end(endpoint, delivered, SLOW);
  }

  private void end(UUID endpoint, boolean delivered, Duration took) {
    limiter.add(delivery(endpoint, false));
    limiter.recordResult(endpoint, delivered, took);
    limiter.finish(delivery(endpoint, false));
  }
}
