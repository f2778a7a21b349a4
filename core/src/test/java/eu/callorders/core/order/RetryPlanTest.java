package eu.callorders.core.order;

import static eu.callorders.core.order.Orders.FIRST;
import static eu.callorders.core.order.Orders.NOW;
import static eu.callorders.core.order.Orders.SECOND;
import static eu.callorders.core.order.Orders.THIRD;
import static eu.callorders.core.order.Orders.berlin;
import static eu.callorders.core.order.Orders.past;
import static eu.callorders.core.order.Orders.terms;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.order.Callee.LastContact;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RetryPlanTest {
  private static final Callee EVERY_PHONE_BARRED = new Callee(phone -> false, phone -> true, null);

  private static final Instant LATER = NOW.plus(Duration.ofDays(20));

  @Test
  void dialsTheFirstPhoneAtOnceWhenPermitted() {
    assertThat(next(terms(FIRST, SECOND), List.of(), Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.At(NOW, FIRST));
  }

  @Test
  void waitsForTheWindow() {
    Instant night = berlin(17, 22, 0);
    assertThat(RetryPlan.earliestAttempt(terms(FIRST), List.of(), Callee.NEVER_CALLED, night))
        .isEqualTo(new NextAttempt.At(berlin(18, 8, 0), FIRST));
  }

  @Test
  void rotatesThroughThePhones() {
    OrderTerms terms = Orders.anyHour(FIRST, SECOND, THIRD);
    assertThat(dialed(terms, 7, phone -> Cause.NORMAL))
        .containsExactly(FIRST, SECOND, THIRD, FIRST, SECOND, THIRD, FIRST);
  }

  @Test
  void neverDialsAnUnallocatedPhoneAgain() {
    OrderTerms terms = Orders.anyHour(FIRST, SECOND, THIRD);
    assertThat(
            dialed(terms, 6, phone -> phone.equals(SECOND) ? Cause.NUMBER_INVALID : Cause.NORMAL))
        .containsExactly(FIRST, SECOND, THIRD, FIRST, THIRD, FIRST);
  }

  @Test
  void skipsASuppressedPhoneAndKeepsItsPlace() {
    OrderTerms terms = Orders.anyHour(FIRST, SECOND, THIRD);
    Callee callee = new Callee(SECOND::equals, null);
    List<PastAttempt> history = List.of(past(1, FIRST, Cause.NORMAL, NOW));

    assertThat(phone(RetryPlan.earliestAttempt(terms, history, callee, NOW))).isEqualTo(THIRD);
    assertThat(phone(RetryPlan.earliestAttempt(terms, history, Callee.NEVER_CALLED, NOW)))
        .isEqualTo(SECOND);
  }

  @Test
  void dialsAPhoneWithoutAHoldFirst() {
    OrderTerms terms = Orders.anyHour(FIRST, SECOND, THIRD);
    Callee callee = new Callee(phone -> false, FIRST::equals, null);

    assertThat(phone(RetryPlan.earliestAttempt(terms, List.of(), callee, NOW))).isEqualTo(SECOND);
    assertThat(phone(RetryPlan.earliestAttempt(terms, List.of(), EVERY_PHONE_BARRED, NOW)))
        .isEqualTo(FIRST);
  }

  @Test
  void holdsEndAnOrderOnlyWhenItExpires() {
    OrderTerms terms = terms(3, false, NOW.plusSeconds(60), FIRST);

    assertThat(RetryPlan.earliestAttempt(terms, List.of(), EVERY_PHONE_BARRED, NOW.plusSeconds(59)))
        .isInstanceOf(NextAttempt.At.class);
    assertThat(RetryPlan.earliestAttempt(terms, List.of(), EVERY_PHONE_BARRED, NOW.plusSeconds(60)))
        .isEqualTo(new NextAttempt.Held());
    assertThat(
            RetryPlan.earliestAttempt(terms, List.of(), Callee.NEVER_CALLED, NOW.plusSeconds(60)))
        .isEqualTo(new NextAttempt.NoInstantLeft());
  }

  @Test
  void barredOrderIsTriedInTheWindowOfThePhoneThatIsFreeFirst() {
    OrderTerms terms = terms(FIRST, SECOND);
    Map<PhoneNumber, Instant> ends = Map.of(FIRST, berlin(19, 12, 0), SECOND, berlin(17, 22, 0));

    assertThat(afterHolds(terms, EVERY_PHONE_BARRED, ends))
        .contains(new NextAttempt.At(berlin(18, 8, 0), SECOND));
    assertThat(afterHolds(terms, new Callee(SECOND::equals, phone -> true, null), ends))
        .contains(new NextAttempt.At(berlin(19, 12, 0), FIRST));
    assertThat(afterHolds(terms, EVERY_PHONE_BARRED, Map.of())).isEmpty();
    assertThat(
            afterHolds(terms(3, false, berlin(18, 7, 0), FIRST, SECOND), EVERY_PHONE_BARRED, ends))
        .isEmpty();
  }

  private static Optional<NextAttempt.At> afterHolds(
      OrderTerms terms, Callee callee, Map<PhoneNumber, Instant> ends) {
    return RetryPlan.earliestAfterHolds(terms, List.of(), callee, ends);
  }

  @Test
  void endsWhenEveryPhoneIsUnallocatedEvenOnTheLastAttempt() {
    List<PastAttempt> history = List.of(past(1, FIRST, Cause.NUMBER_INVALID, NOW));

    assertThat(next(terms(1, false, LATER, FIRST), history, Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.NoContactLeft());
    assertThat(next(terms(3, false, LATER, FIRST), history, Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.NoContactLeft());
  }

  @Test
  void endsWhenAttemptsAreUsedUp() {
    List<PastAttempt> history = Orders.history(Cause.NORMAL, Cause.NORMAL, Cause.NORMAL);

    assertThat(next(terms(3, false, LATER, FIRST), history, Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.AttemptsSpent());
    assertThat(next(terms(4, false, LATER, FIRST), history, Callee.NEVER_CALLED))
        .isInstanceOf(NextAttempt.At.class);
  }

  @Test
  void usedUpAttemptsPrecedeSuppressions() {
    Callee suppressed = new Callee(phone -> true, null);

    assertThat(next(terms(1, false, LATER, FIRST), Orders.history(Cause.NORMAL), suppressed))
        .isEqualTo(new NextAttempt.AttemptsSpent());
  }

  @Test
  void distinguishesSuppressedFromUnallocatedPhones() {
    List<PastAttempt> history = List.of(past(1, FIRST, Cause.NUMBER_INVALID, NOW));

    assertThat(next(terms(FIRST, SECOND), history, new Callee(SECOND::equals, null)))
        .isEqualTo(new NextAttempt.AllSuppressed());
  }

  @Test
  void keepsTheGapSinceThePreviousAttemptOfTheOrder() {
    assertThat(
            next(
                terms(FIRST),
                List.of(past(1, FIRST, Cause.NORMAL, NOW.minusSeconds(60))),
                Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.At(NOW.plus(Duration.ofHours(4)).minusSeconds(60), FIRST));
  }

  @Test
  void keepsTheGapSinceTheAttemptOfAnotherOrder() {
    Callee callee = callee(NOW.minusSeconds(60), Cause.NORMAL);

    assertThat(next(terms(FIRST), List.of(), callee))
        .isEqualTo(new NextAttempt.At(NOW.plus(Duration.ofHours(4)).minusSeconds(60), FIRST));
  }

  @Test
  void laterOfBothGapsCounts() {
    List<PastAttempt> history = List.of(past(1, FIRST, Cause.NORMAL, NOW));
    Callee callee = callee(NOW.minusSeconds(60), Cause.NORMAL);

    MinimumGap gap = new MinimumGap(NOW, Duration.ofHours(4), false);
    assertThat(RetryPlan.minimumGap(terms(FIRST), history, callee)).isEqualTo(gap);
    assertThat(RetryPlan.minimumGap(terms(FIRST), List.of(), callee(NOW, Cause.NORMAL)))
        .isEqualTo(gap);
    assertThat(RetryPlan.minimumGap(terms(FIRST), history, callee(NOW, Cause.DECLINED)))
        .isEqualTo(new MinimumGap(NOW, Duration.ofHours(24), true));
    assertThat(RetryPlan.minimumGap(terms(FIRST), List.of(), Callee.NEVER_CALLED)).isNull();
  }

  @Test
  void passedGapDelaysNothing() {
    Callee callee = callee(NOW.minus(Duration.ofHours(4)), Cause.NORMAL);

    assertThat(next(terms(FIRST), List.of(), callee)).isEqualTo(new NextAttempt.At(NOW, FIRST));
  }

  @Test
  void waitsADayAfterADeclinedCall() {
    List<PastAttempt> declined = List.of(past(1, FIRST, Cause.DECLINED, NOW));

    assertThat(next(Orders.anyHour(FIRST), declined, Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.At(NOW.plus(Duration.ofHours(24)), FIRST));
    assertThat(next(Orders.anyHour(FIRST), List.of(), callee(NOW, Cause.DECLINED)))
        .isEqualTo(new NextAttempt.At(NOW.plus(Duration.ofHours(24)), FIRST));
  }

  @Test
  void gapLongerThanADayPrecedesTheWaitAfterADecline() {
    OrderTerms longGap =
        new OrderTerms(
            List.of(FIRST),
            3,
            Duration.ofHours(48),
            false,
            Map.of(FIRST, Orders.anyHour(FIRST).window(FIRST)),
            LATER);

    assertThat(next(longGap, List.of(past(1, FIRST, Cause.DECLINED, NOW)), Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.At(NOW.plus(Duration.ofHours(48)), FIRST));
  }

  @Test
  void retryOutsideTheWindowWaitsForTheOpening() {
    List<PastAttempt> evening = List.of(past(1, FIRST, Cause.NORMAL, berlin(17, 17, 0)));

    assertThat(
            RetryPlan.earliestAttempt(
                terms(FIRST), evening, Callee.NEVER_CALLED, berlin(17, 17, 0)))
        .isEqualTo(new NextAttempt.At(berlin(18, 8, 0), FIRST));
  }

  @Test
  void noInstantIsLeftAtOrAfterTheExpiry() {
    List<PastAttempt> history = Orders.history(Cause.NORMAL);
    Instant retry = NOW.plus(Duration.ofHours(4));

    assertThat(next(terms(3, false, retry, FIRST), history, Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.NoInstantLeft());
    assertThat(next(terms(3, false, retry.plusMillis(1), FIRST), history, Callee.NEVER_CALLED))
        .isEqualTo(new NextAttempt.At(retry, FIRST));
  }

  private static List<PhoneNumber> dialed(
      OrderTerms terms, int times, Function<PhoneNumber, Cause> causes) {
    List<PastAttempt> history = new ArrayList<>();
    List<PhoneNumber> phones = new ArrayList<>();
    Instant now = NOW;
    for (int attemptNumber = 1; attemptNumber <= times; attemptNumber++) {
      NextAttempt.At at =
          (NextAttempt.At) RetryPlan.earliestAttempt(terms, history, Callee.NEVER_CALLED, now);
      now = at.at();
      phones.add(at.phone());
      history.add(past(attemptNumber, at.phone(), causes.apply(at.phone()), now));
    }
    return phones;
  }

  private static NextAttempt next(OrderTerms terms, List<PastAttempt> history, Callee callee) {
    return RetryPlan.nextAttempt(terms, history, callee, NOW, new Random(7));
  }

  private static PhoneNumber phone(NextAttempt next) {
    return ((NextAttempt.At) next).phone();
  }

  private static Callee callee(Instant endedAt, Cause cause) {
    return new Callee(phone -> false, new LastContact(endedAt, cause));
  }
}
