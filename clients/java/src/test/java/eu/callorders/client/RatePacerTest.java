package eu.callorders.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RatePacerTest {
  private final AtomicLong now = new AtomicLong();
  private final RatePacer pacer = new RatePacer(now::get);

  @Test
  void sendsOneRequestBeforeTheFirstResponse() {
    assertThat(pacer.tryAcquire()).isZero();
    assertThat(pacer.tryAcquire()).isPositive();
    pacer.release();
    assertThat(pacer.tryAcquire()).isZero();
  }

  @Test
  void sendsWhatTheBucketHoldsAndThenAtItsRate() {
    pacer.tryAcquire();
    pacer.update(headers(10, 4, 3)); // two a second
    for (int request = 0; request < 4; request++) {
      assertThat(pacer.tryAcquire()).isZero();
    }
    long wait = pacer.tryAcquire();
    assertThat(wait)
        .isBetween(TimeUnit.MILLISECONDS.toNanos(499), TimeUnit.MILLISECONDS.toNanos(501));
    now.addAndGet(wait);
    assertThat(pacer.tryAcquire()).isZero();
    assertThat(pacer.tryAcquire()).isPositive();
    assertThat(pacer.rate()).hasValue(2);
  }

  /** Others have taken some of the bucket meanwhile. */
  @Test
  void leavesTheReservedShareOfTheBucketToOthers() {
    RatePacer polite = new RatePacer(now::get, true, 0.5);
    polite.tryAcquire();
    polite.update(headers(10, 7, 1)); // three a second
    assertThat(polite.tryAcquire()).isZero();
    assertThat(polite.tryAcquire()).isZero();
    assertThat(polite.tryAcquire()).isPositive();
    polite.update(headers(10, 3, 2)); // two below the reserve
    assertThat(polite.tryAcquire())
        .isBetween(TimeUnit.MILLISECONDS.toNanos(857), TimeUnit.MILLISECONDS.toNanos(858));
    now.addAndGet(TimeUnit.MINUTES.toNanos(1));
    for (int request = 0; request < 5; request++) {
      assertThat(polite.tryAcquire()).isZero();
    }
    assertThat(polite.tryAcquire()).as("more than half of the bucket").isPositive();
  }

  /** Simulates the bucket of the service: no request comes too early, none waits for long. */
  @Test
  void keepsWithinALimitOfOnePerSecond() {
    double tokens = 1;
    long last = 0;
    int refused = 0;
    int sent = 0;
    while (sent < 20) {
      long wait = pacer.tryAcquire();
      if (wait > 0) {
        now.addAndGet(wait);
        continue;
      }
      tokens = Math.min(1, tokens + (now.get() - last) / 1e9);
      last = now.get();
      if (tokens < 0.999) {
        refused++;
        pacer.pause(TimeUnit.SECONDS.toNanos(1));
        continue;
      }
      tokens--;
      sent++;
      pacer.update(headers(1, 0, 1));
    }
    assertThat(refused).isZero();
    assertThat(now.get()).isLessThan(TimeUnit.SECONDS.toNanos(21));
  }

  @Test
  void doesNotPaceWithoutALimit() {
    pacer.tryAcquire();
    pacer.update(headers(100, 100, 0));
    for (int request = 0; request < 1000; request++) {
      assertThat(pacer.tryAcquire()).isZero();
    }
    assertThat(pacer.rate()).isEmpty();
  }

  @Test
  void pausesWhenTheServiceAsks() {
    pacer.tryAcquire();
    pacer.update(headers(100, 99, 1));
    pacer.pause(TimeUnit.SECONDS.toNanos(5));
    assertThat(pacer.tryAcquire()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    now.addAndGet(TimeUnit.SECONDS.toNanos(5));
    assertThat(pacer.tryAcquire()).isZero();
  }

  private static HttpHeaders headers(int limit, int remaining, int reset) {
    return HttpHeaders.of(
        Map.of(
            "RateLimit-Limit", List.of(Integer.toString(limit)),
            "RateLimit-Remaining", List.of(Integer.toString(remaining)),
            "RateLimit-Reset", List.of(Integer.toString(reset))),
        (name, value) -> true);
  }
}
