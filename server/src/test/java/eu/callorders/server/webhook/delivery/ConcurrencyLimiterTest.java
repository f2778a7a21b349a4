package eu.callorders.server.webhook.delivery;

import static eu.callorders.server.webhook.delivery.LimitedDeliveries.SLOW;
import static eu.callorders.server.webhook.delivery.LimitedDeliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConcurrencyLimiterTest {
  private final LimitedDeliveries deliveries = new LimitedDeliveries();
  private final UUID one = deliveries.one;
  private final UUID two = deliveries.two;
  private final ConcurrencyLimiter limiter = deliveries.limiter;

  @Test
  void raisesLimitAfterSuccessAndResetsItAfterFailure() {
    limiter.offer(one);
    assertThat(deliveries.allowed(one)).isEqualTo(2);
    deliveries.succeed(one);
    deliveries.succeed(one);
    assertThat(deliveries.allowed(one)).isEqualTo(8);
    deliveries.fail(one);
    assertThat(deliveries.allowed(one)).isEqualTo(1);
  }

  @Test
  void countsDeliveriesInFlight() {
    limiter.offer(one);
    limiter.add(delivery(one, false));
    assertThat(deliveries.allowed(one)).isEqualTo(1);
    limiter.add(delivery(one, false));
    assertThat(limiter.allowances(10)).isEmpty();
    limiter.finish(delivery(one, false));
    assertThat(deliveries.allowed(one)).isEqualTo(1);
  }

  @Test
  void dropsIdleEndpointsAboveTheMaximum() {
    limiter.add(delivery(two, false));
    for (int each = 0; each < 45_000; each++) {
      deliveries.succeed(UUID.randomUUID());
      assertThat(limiter.trackedEndpoints()).isLessThanOrEqualTo(20_000);
    }
    limiter.recordResult(two, true, SLOW);
    limiter.finish(delivery(two, false));
    limiter.offer(two);
    assertThat(deliveries.allowed(two)).isEqualTo(4);
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
    deliveries.succeed(one);
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
    deliveries.succeed(one);
    List<UUID> failing = Stream.generate(UUID::randomUUID).limit(5).toList();
    for (UUID each : failing) {
      limiter.offer(each);
      deliveries.fail(each);
      deliveries.fail(each);
    }
    assertThat(limiter.allowances(100)).hasSize(6);
    failing.forEach(deliveries::fail);

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
    Stream.generate(() -> one).limit(6).forEach(deliveries::succeed);
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
    Stream.generate(() -> one).limit(7).forEach(each -> deliveries.end(each, true, Duration.ZERO));
    assertThat(deliveries.allowed(one)).isEqualTo(100);
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
}
