package eu.callorders.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.Problem;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.api.UnreachableException.Reason;
import eu.callorders.client.model.ProblemCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TokenCacheTest {
  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger issued = new AtomicInteger();
  private final TokenCache cache = new TokenCache(this::issue, now::get);

  private GrantedToken issue() {
    return new GrantedToken("token-" + issued.incrementAndGet(), Duration.ofSeconds(100), "");
  }

  @Test
  void keepsATokenUntilItIsDueForRenewal() throws Exception {
    assertThat(cache.token()).isEqualTo("token-1");
    now.addAndGet(TimeUnit.SECONDS.toNanos(79));
    assertThat(cache.token()).isEqualTo("token-1");
    now.addAndGet(TimeUnit.SECONDS.toNanos(2));
    assertThat(cache.token()).isEqualTo("token-2");
  }

  @Test
  void replacesARefusedTokenOnce() throws Exception {
    String refused = cache.token();
    cache.drop(refused);
    cache.drop(refused);
    assertThat(cache.token()).isEqualTo("token-2");
    cache.drop(refused);
    assertThat(cache.token()).isEqualTo("token-2");
  }

  @Test
  void usesTheOldTokenWhileAnotherThreadRenewsIt() throws Exception {
    CountDownLatch renewing = new CountDownLatch(1);
    CountDownLatch renewed = new CountDownLatch(1);
    TokenCache slow =
        new TokenCache(
            () -> {
              if (issued.get() > 0) {
                renewing.countDown();
                await(renewed);
              }
              return issue();
            },
            now::get);
    assertThat(slow.token()).isEqualTo("token-1");
    now.addAndGet(TimeUnit.SECONDS.toNanos(90));
    Thread renewal = new Thread(() -> token(slow));
    renewal.start();
    await(renewing);

    assertThat(slow.token()).isEqualTo("token-1");
    renewed.countDown();
    renewal.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(slow.token()).isEqualTo("token-2");
  }

  @Test
  void threadWithoutATokenWaitsForItsRequestNoLongerThanTheTimeout() throws Exception {
    CountDownLatch requesting = new CountDownLatch(1);
    CountDownLatch issuing = new CountDownLatch(1);
    TokenCache slow =
        new TokenCache(
            () -> {
              requesting.countDown();
              await(issuing);
              return issue();
            },
            now::get,
            Duration.ZERO);
    Thread request = new Thread(() -> token(slow));
    request.start();
    await(requesting);

    assertThatThrownBy(slow::token)
        .isInstanceOfSatisfying(
            UnreachableException.class,
            timeout -> assertThat(timeout.reason()).isEqualTo(Reason.TIMEOUT))
        .hasMessageContaining("no token within 0 s");

    issuing.countDown();
    request.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(slow.token()).isEqualTo("token-1");
    assertThat(issued).hasValue(1);
  }

  @Test
  void usesTheOldTokenWhenItsRenewalFails() throws Exception {
    TokenCache failing =
        new TokenCache(
            () -> {
              if (issued.get() > 0) {
                throw new IllegalStateException("away");
              }
              return issue();
            },
            now::get);
    failing.token();
    now.addAndGet(TimeUnit.SECONDS.toNanos(90));
    assertThat(failing.token()).isEqualTo("token-1");
    now.addAndGet(TimeUnit.SECONDS.toNanos(20));
    assertThatThrownBy(failing::token).hasMessage("away");
  }

  @Test
  void pausesAfterARenewalThatFailed() throws Exception {
    TokenCache failing =
        new TokenCache(
            () -> {
              if (issued.incrementAndGet() > 1) {
                throw new IllegalStateException("refused");
              }
              return new GrantedToken("token", Duration.ofSeconds(100), "");
            },
            now::get);
    failing.token();
    now.addAndGet(TimeUnit.SECONDS.toNanos(81));
    failing.token();
    failing.token();
    assertThat(issued).as("the first and one renewal").hasValue(2);
    now.addAndGet(TimeUnit.SECONDS.toNanos(11));
    assertThat(failing.token()).isEqualTo("token");
    assertThat(issued).hasValue(3);
  }

  /** Many refused requests lock the registration. */
  @Test
  void sharesARefusal() throws Exception {
    ApiException locked = refusal(429, Duration.ofSeconds(30));
    TokenCache refused =
        new TokenCache(
            () -> {
              if (issued.incrementAndGet() == 1) {
                throw locked;
              }
              return issue();
            },
            now::get);
    assertThatThrownBy(refused::token).isSameAs(locked);
    now.addAndGet(TimeUnit.SECONDS.toNanos(29));
    assertThatThrownBy(refused::token).isSameAs(locked);
    assertThat(issued).hasValue(1);
    now.addAndGet(TimeUnit.SECONDS.toNanos(2));
    assertThat(refused.token()).isEqualTo("token-3");
  }

  @Test
  void sharesNoFailureOfTheService() {
    TokenCache failing =
        new TokenCache(
            () -> {
              issued.incrementAndGet();
              throw refusal(503, null);
            },
            now::get);
    assertThatThrownBy(failing::token).isInstanceOf(ApiException.class);
    assertThatThrownBy(failing::token).isInstanceOf(ApiException.class);
    assertThat(issued).hasValue(2);
  }

  private static ApiException refusal(int status, @Nullable Duration retryAfter) {
    ProblemCode code = new ProblemCode("temporarily_unavailable");
    return new ApiException(new Problem(status, code, "", "", Map.of(), List.of()), retryAfter);
  }

  private static void token(TokenCache cache) {
    try {
      cache.token();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
