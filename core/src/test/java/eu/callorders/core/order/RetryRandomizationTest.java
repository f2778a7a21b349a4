package eu.callorders.core.order;

import static eu.callorders.core.order.Orders.BERLIN;
import static eu.callorders.core.order.Orders.FIRST;
import static eu.callorders.core.order.Orders.NOW;
import static eu.callorders.core.order.Orders.berlin;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The instant of a redial is random when the terms of the order ask for it. */
class RetryRandomizationTest {
  private static final List<PastAttempt> HISTORY = Orders.history(Cause.NORMAL);
  private static final Instant RETRY = NOW.plus(Duration.ofHours(4));
  private static final Instant LATER = NOW.plus(Duration.ofDays(20));

  private final RandomGenerator random = new Random(1);

  private static OrderTerms randomized(Instant expiresAt) {
    return Orders.terms(3, true, expiresAt, FIRST);
  }

  private NextAttempt.At next(OrderTerms terms, List<PastAttempt> history) {
    return (NextAttempt.At) RetryPlan.nextAttempt(terms, history, Callee.NEVER_CALLED, NOW, random);
  }

  @Test
  void randomizesARedialWithinItsInterval() {
    OrderTerms terms = randomized(LATER);
    Set<Integer> hours = new HashSet<>();
    for (int round = 0; round < 1_000; round++) {
      ZonedDateTime at = next(terms, HISTORY).at().atZone(BERLIN);
      assertThat(at.toLocalDate()).isEqualTo(LocalDate.of(2026, 11, 17));
      assertThat(at.toLocalTime())
          .isBetween(LocalTime.of(15, 0), LocalTime.of(19, 59, 59, 999_999_999));
      hours.add(at.getHour());
    }
    assertThat(hours).containsExactlyInAnyOrder(15, 16, 17, 18, 19);
  }

  @Test
  void doesNotRandomizePastTheExpiry() {
    OrderTerms terms = randomized(RETRY.plusMillis(3));
    for (int round = 0; round < 100; round++) {
      assertThat(next(terms, HISTORY).at()).isBetween(RETRY, RETRY.plusMillis(2));
    }
  }

  @Test
  void doesNotRandomizeLessThanAMillisecond() {
    assertThat(next(randomized(RETRY.plusNanos(9)), HISTORY))
        .isEqualTo(new NextAttempt.At(RETRY, FIRST));
  }

  @Test
  void neverRandomizesTheFirstDialOrAPostponedOne() {
    OrderTerms terms = randomized(LATER);

    assertThat(next(terms, List.of())).isEqualTo(new NextAttempt.At(NOW, FIRST));
    assertThat(RetryPlan.earliestAttempt(terms, HISTORY, Callee.NEVER_CALLED, berlin(18, 9, 0)))
        .isEqualTo(new NextAttempt.At(berlin(18, 9, 0), FIRST));
  }

  @Test
  void randomnessIsSeededByOrderAndAttempt() {
    UUID order = new UUID(3, 4);

    assertThat(RetryPlan.randomFor(order, 2).nextLong())
        .isEqualTo(RetryPlan.randomFor(new UUID(3, 4), 2).nextLong())
        .isNotEqualTo(RetryPlan.randomFor(order, 3).nextLong())
        .isNotEqualTo(RetryPlan.randomFor(new UUID(3, 5), 2).nextLong());
  }
}
