package eu.callorders.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.Problem;
import eu.callorders.client.model.ProblemCode;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {
  private final RetryPolicy policy =
      new RetryPolicy(3, Duration.ofMillis(100), Duration.ofSeconds(2));

  @Test
  void doublesTheWaitUpToTheLimit() {
    assertThat(policy.delay(0, 1)).contains(Duration.ofMillis(100));
    assertThat(policy.delay(2, 1)).contains(Duration.ofMillis(400));
    assertThat(policy.delay(2, 0)).contains(Duration.ofMillis(200));
    assertThat(new RetryPolicy(99, Duration.ofMillis(100), Duration.ofSeconds(2)).delay(60, 1))
        .contains(Duration.ofSeconds(2));
  }

  @Test
  void givesUpAfterTheLastRetry() {
    assertThat(policy.delay(3, 1)).isEmpty();
  }

  @Test
  void waitsAtLeastAsLongAsTheServiceAsks() {
    assertThat(policy.delay(0, 0, refusal(429, "rate_limited", Duration.ofSeconds(1))))
        .contains(Duration.ofSeconds(1));
  }

  @Test
  void failsAtOnceWhenTheServiceAsksForALongWait() {
    assertThat(policy.delay(0, 0, refusal(429, "backlog_full", Duration.ofSeconds(300)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "408, request_timeout, true",
    "409, idempotency_key_in_progress, true",
    "429, rate_limited, true",
    "500, internal_error, true",
    "502, unknown, true",
    "503, unavailable, true",
    "504, unknown, true",
    "400, malformed_request, false",
    "401, unauthorized, false",
    "404, not_found, false",
    "409, idempotency_key_conflict, false",
    "412, precondition_failed, false",
    "422, validation_failed, false"
  })
  void retriesTemporaryRefusalsOnly(int status, String code, boolean retried) {
    assertThat(policy.delay(0, 1, refusal(status, code, null)).isPresent()).isEqualTo(retried);
  }

  @Test
  void doesNotRetryWhatHasBecomeFinalDuringTheWait() {
    Iterator<Boolean> conditions = List.of(true, false).iterator();
    RetryPolicy changing =
        new RetryPolicy(9, Duration.ofMillis(1), Duration.ofMillis(1)).onlyWhile(conditions::next);
    AtomicInteger attempts = new AtomicInteger();

    assertThatThrownBy(
            () ->
                changing.run(
                    () -> {
                      attempts.incrementAndGet();
                      throw refusal(503, "unavailable", null);
                    }))
        .isInstanceOf(ApiException.class);
    assertThat(attempts).hasValue(1);
  }

  private static ApiException refusal(int status, String code, Duration retryAfter) {
    return new ApiException(
        new Problem(status, new ProblemCode(code), "", "", Map.of(), List.of()), retryAfter);
  }
}
