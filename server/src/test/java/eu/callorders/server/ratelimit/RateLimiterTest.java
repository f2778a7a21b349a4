package eu.callorders.server.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
  private static final RateLimit LIMIT = new RateLimit(10, 20);

  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-20T08:00:00Z"));
  private final RateLimiter limiter = new RateLimiter(clock, 4);

  @Test
  void grantsBurstThenRate() {
    assertThat(granted("a", 25)).isEqualTo(20);
    clock.advance(Duration.ofMillis(500));
    assertThat(granted("a", 25)).isEqualTo(5);
    clock.advance(Duration.ofHours(1));
    assertThat(granted("a", 25)).isEqualTo(20);
    assertThat(granted("b", 25)).isEqualTo(20);
  }

  @Test
  void reportsRemainingTokensAndReset() {
    assertThat(limiter.tryAcquire("a", LIMIT)).isEqualTo(new RateLimitResult(true, 20, 19, 1, 0));
    granted("a", 9);
    assertThat(limiter.tryAcquire("a", LIMIT)).isEqualTo(new RateLimitResult(true, 20, 9, 2, 0));
    granted("a", 9);
    assertThat(limiter.tryAcquire("a", LIMIT)).isEqualTo(new RateLimitResult(false, 20, 0, 2, 1));
    clock.advance(Duration.ofMillis(1950));
    assertThat(limiter.tryAcquire("a", LIMIT)).isEqualTo(new RateLimitResult(true, 20, 18, 1, 0));
  }

  @Test
  void releasesAtMostTheCapacity() {
    granted("a", 20);
    limiter.release("a", LIMIT, 5);
    assertThat(granted("a", 25)).isEqualTo(5);
    limiter.release("a", LIMIT, 100);
    limiter.release("newcomer", LIMIT, 100);
    assertThat(granted("a", 25)).isEqualTo(20);
    assertThat(granted("newcomer", 25)).isEqualTo(20);
  }

  @Test
  void reportsOneMillionWhenUnlimited() {
    assertThat(
            IntStream.range(0, 100).mapToObj(each -> limiter.tryAcquire("a", RateLimit.UNLIMITED)))
        .containsOnly(new RateLimitResult(true, 1_000_000, 1_000_000, 0, 0));
    assertThat(limiter.buckets()).isZero();
  }

  @Test
  void recoversAfterClockIsSetBack() {
    granted("a", 20);
    clock.advance(Duration.ofHours(-1));
    assertThat(granted("a", 1)).isZero();
    clock.advance(Duration.ofSeconds(2));
    assertThat(granted("a", 25)).isEqualTo(20);
  }

  @Test
  void boundsNumberOfBuckets() {
    for (int key = 0; key < 4; key++) {
      granted(key, 1);
    }
    assertThat(granted("newcomer", 15) + granted("another newcomer", 15)).isEqualTo(20);
    assertThat(limiter.buckets()).isEqualTo(4);
    clock.advance(Duration.ofSeconds(3));
    assertThat(granted("newcomer", 25)).isEqualTo(20);
    assertThat(limiter.buckets()).isEqualTo(1);
  }

  /** Many rounds, so that the threads overlap; the clock is stopped. */
  @Test
  void grantsNoTokenTwiceConcurrently() throws Exception {
    int threads = 4;
    RateLimit wide = new RateLimit(1000, 20_000);
    CyclicBarrier together = new CyclicBarrier(threads);
    try (var pool = Executors.newFixedThreadPool(threads)) {
      for (int round = 0; round < 30; round++) {
        Object key = round;
        RateLimiter fresh = new RateLimiter(clock);
        AtomicInteger granted = new AtomicInteger();
        Callable<Void> taking =
            () -> {
              together.await();
              int mine = 0;
              for (int each = 0; each < wide.burst(); each++) {
                mine += fresh.tryAcquire(key, wide).granted() ? 1 : 0;
              }
              granted.addAndGet(mine);
              return null;
            };
        for (Future<Void> each : pool.invokeAll(Collections.nCopies(threads, taking))) {
          each.get();
        }
        assertThat(granted).hasValue(wide.burst());
      }
    }
  }

  private int granted(Object key, int times) {
    return (int)
        IntStream.range(0, times).filter(each -> limiter.tryAcquire(key, LIMIT).granted()).count();
  }
}
