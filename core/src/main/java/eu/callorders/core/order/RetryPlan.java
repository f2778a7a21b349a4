package eu.callorders.core.order;

import eu.callorders.core.call.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** When an order is to be dialled next, and at which number. */
public final class RetryPlan {
  /** How long a person who declined a call is left alone, at least. */
  private static final Duration AFTER_DECLINED = Duration.ofHours(24);

  /** Makes the chances of consecutive attempts differ in every bit. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private RetryPlan() {}

  /**
   * Chance for {@link #next} that is the same whenever and wherever the same attempt is planned.
   *
   * @param attempt its number in the order, from 1
   */
  public static RandomGenerator chance(UUID orderId, int attempt) {
    return new SplittableRandom(
        orderId.getMostSignificantBits()
            ^ Long.rotateLeft(orderId.getLeastSignificantBits(), 31)
            ^ attempt * GOLDEN);
  }

  /**
   * The next attempt after acceptance, an edit or an attempt that counted. A redial is scattered
   * when the terms say so.
   *
   * @param history the order's attempts so far, oldest first
   */
  public static NextAttempt next(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Instant now,
      RandomGenerator random) {
    NextAttempt next = earliest(terms, history, callee, now);
    return terms.randomize() && !history.isEmpty() && next instanceof NextAttempt.At at
        ? scattered(at, terms, random)
        : next;
  }

  /**
   * The earliest attempt not before {@code from}, never scattered: after a refusal, or when a due
   * dial had to be put off.
   */
  public static NextAttempt earliest(
      OrderTerms terms, List<PastAttempt> history, Callee callee, Instant from) {
    Set<String> invalid = invalid(history);
    if (invalid.containsAll(terms.phones())) {
      return new NextAttempt.NoContactLeft();
    }
    if (history.size() >= terms.maxAttempts()) {
      return new NextAttempt.AttemptsSpent();
    }
    List<String> candidates =
        rotated(terms.phones(), history).stream()
            .filter(number -> !invalid.contains(number) && !callee.barred().test(number))
            .toList();
    return candidates.isEmpty()
        ? new NextAttempt.AllSuppressed()
        : firstPermitted(terms, candidates, gapOver(terms, history, callee, from));
  }

  /** A number that may not be called before the order runs out leaves its turn to the next one. */
  private static NextAttempt firstPermitted(
      OrderTerms terms, List<String> candidates, Instant from) {
    for (String phone : candidates) {
      Optional<Instant> at = terms.window(phone).nextPermitted(from);
      if (at.isPresent()) {
        return new NextAttempt.At(at.get(), phone);
      }
    }
    return new NextAttempt.NoInstantLeft();
  }

  /**
   * When the gap since the last attempt at the person is over, by this order's terms; {@code from}
   * when it is over by then.
   */
  public static Instant gapOver(
      OrderTerms terms, List<PastAttempt> history, Callee callee, Instant from) {
    Instant over = from;
    if (callee.lastContact() != null) {
      over =
          later(
              over, callee.lastContact().endedAt().plus(gap(terms, callee.lastContact().cause())));
    }
    if (!history.isEmpty()) {
      PastAttempt last = history.getLast();
      over = later(over, last.endedAt().plus(gap(terms, last.cause())));
    }
    return over;
  }

  private static Duration gap(OrderTerms terms, Cause cause) {
    return cause == Cause.DECLINED && terms.minGap().compareTo(AFTER_DECLINED) < 0
        ? AFTER_DECLINED
        : terms.minGap();
  }

  /** The number whose turn it is, whether or not it may be dialed; empty when all are invalid. */
  public static Optional<String> nextInRotation(List<String> phones, List<PastAttempt> history) {
    Set<String> invalid = invalid(history);
    return rotated(phones, history).stream().filter(phone -> !invalid.contains(phone)).findFirst();
  }

  private static Set<String> invalid(List<PastAttempt> history) {
    return history.stream()
        .filter(attempt -> attempt.cause() == Cause.NUMBER_INVALID)
        .map(PastAttempt::phone)
        .collect(Collectors.toSet());
  }

  /** The numbers in dial order, beginning after the one that was dialled last. */
  private static List<String> rotated(List<String> phones, List<PastAttempt> history) {
    int first = history.isEmpty() ? 0 : phones.indexOf(history.getLast().phone()) + 1;
    return Stream.concat(
            phones.subList(first, phones.size()).stream(), phones.subList(0, first).stream())
        .toList();
  }

  private static NextAttempt scattered(
      NextAttempt.At earliest, OrderTerms terms, RandomGenerator random) {
    Instant closes =
        terms.window(earliest.phone()).permittedAround(earliest.at()).orElseThrow().to();
    long room = Duration.between(earliest.at(), closes).toMillis();
    return room > 0
        ? new NextAttempt.At(earliest.at().plusMillis(random.nextLong(room)), earliest.phone())
        : earliest;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
