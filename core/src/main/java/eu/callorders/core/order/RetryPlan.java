package eu.callorders.core.order;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.PhoneNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plans when an order is dialed next, and which phone. */
public final class RetryPlan {
  /** Minimum gap after a declined call. */
  private static final Duration AFTER_DECLINED = Duration.ofHours(24);

  /** Makes the seeds of consecutive attempts differ in every bit. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private RetryPlan() {}

  /**
   * Randomness for {@link #nextAttempt}, seeded by order and attempt so that planning is
   * repeatable.
   *
   * @param attemptNumber position in the order, from 1
   */
  public static RandomGenerator randomFor(UUID orderId, int attemptNumber) {
    return new SplittableRandom(
        orderId.getMostSignificantBits()
            ^ Long.rotateLeft(orderId.getLeastSignificantBits(), 31)
            ^ attemptNumber * GOLDEN);
  }

  /**
   * The next attempt after acceptance, an edit or an attempt that counted; a redial at random in
   * its permitted interval if the terms say so.
   *
   * @param history the order's attempts so far, oldest first
   */
  public static NextAttempt nextAttempt(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Instant now,
      RandomGenerator random) {
    NextAttempt next = earliestAttempt(terms, history, callee, now);
    return terms.randomize() && !history.isEmpty() && next instanceof NextAttempt.At at
        ? scatter(at, terms, random)
        : next;
  }

  /** The earliest attempt not before {@code from}: after a refusal, or for a postponed due dial. */
  public static NextAttempt earliestAttempt(
      OrderTerms terms, List<PastAttempt> history, Callee callee, Instant from) {
    Set<PhoneNumber> invalid = invalid(history);
    if (invalid.containsAll(terms.phones())) {
      return new NextAttempt.NoContactLeft();
    }
    if (history.size() >= terms.maxAttempts()) {
      return new NextAttempt.AttemptsSpent();
    }
    List<PhoneNumber> candidates =
        rotate(terms.phones(), history).stream()
            .filter(phone -> !invalid.contains(phone) && !callee.suppressed().test(phone))
            .sorted(Comparator.comparing(callee.barred()::test)) // a phone without a hold first
            .toList();
    if (candidates.isEmpty()) {
      return new NextAttempt.AllSuppressed();
    }
    if (!from.isBefore(terms.expiresAt()) && candidates.stream().allMatch(callee.barred())) {
      return new NextAttempt.Held();
    }
    return firstPermitted(terms, candidates, minimumGapEnd(terms, history, callee, from));
  }

  /**
   * The earliest attempt of an order that holds bar, and the phone that is free then; empty when no
   * such instant is known.
   *
   * @param holdEnds when phones are free; a phone whose hold has no end is absent
   */
  public static Optional<NextAttempt.At> earliestAfterHolds(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Map<PhoneNumber, Instant> holdEnds) {
    for (Instant end : new TreeSet<>(holdEnds.values())) {
      Predicate<PhoneNumber> barred =
          phone ->
              callee.barred().test(phone) && holdEnds.getOrDefault(phone, Instant.MAX).isAfter(end);
      Callee then = new Callee(callee.suppressed(), barred, callee.lastContact());
      if (earliestAttempt(terms, history, then, end) instanceof NextAttempt.At at
          && !barred.test(at.phone())) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** Skips phones that may not be called before the order expires. */
  private static NextAttempt firstPermitted(
      OrderTerms terms, List<PhoneNumber> candidates, Instant from) {
    for (PhoneNumber phone : candidates) {
      Optional<Instant> at = terms.window(phone).nextPermitted(from);
      if (at.isPresent()) {
        return new NextAttempt.At(at.get(), phone);
      }
    }
    return new NextAttempt.NoInstantLeft();
  }

  private static Instant minimumGapEnd(
      OrderTerms terms, List<PastAttempt> history, Callee callee, Instant from) {
    MinimumGap gap = minimumGap(terms, history, callee);
    return gap == null ? from : later(from, gap.endsAt());
  }

  /** The gap since the last attempt at the person, possibly over; null before the first one. */
  public static @Nullable MinimumGap minimumGap(
      OrderTerms terms, List<PastAttempt> history, Callee callee) {
    MinimumGap ofOrder =
        history.isEmpty()
            ? null
            : gap(terms, history.getLast().endedAt(), history.getLast().cause());
    Callee.LastContact contact = callee.lastContact();
    if (contact == null) {
      return ofOrder;
    }
    MinimumGap ofContact = gap(terms, contact.endedAt(), contact.cause());
    return ofOrder == null || ofContact.endsAt().isAfter(ofOrder.endsAt()) ? ofContact : ofOrder;
  }

  private static MinimumGap gap(OrderTerms terms, Instant endedAt, Cause cause) {
    return cause == Cause.DECLINED && terms.minGap().compareTo(AFTER_DECLINED) < 0
        ? new MinimumGap(endedAt, AFTER_DECLINED, true)
        : new MinimumGap(endedAt, terms.minGap(), false);
  }

  /** The next phone in dial order, suppressed or not; empty when all are invalid. */
  public static Optional<PhoneNumber> nextInRotation(
      List<PhoneNumber> phones, List<PastAttempt> history) {
    Set<PhoneNumber> invalid = invalid(history);
    return rotate(phones, history).stream().filter(phone -> !invalid.contains(phone)).findFirst();
  }

  private static Set<PhoneNumber> invalid(List<PastAttempt> history) {
    return history.stream()
        .filter(attempt -> attempt.cause() == Cause.NUMBER_INVALID)
        .map(PastAttempt::phone)
        .collect(Collectors.toSet());
  }

  /** The phones in dial order, starting after the last dialed one. */
  private static List<PhoneNumber> rotate(List<PhoneNumber> phones, List<PastAttempt> history) {
    int first = history.isEmpty() ? 0 : phones.indexOf(history.getLast().phone()) + 1;
    return Stream.concat(
            phones.subList(first, phones.size()).stream(), phones.subList(0, first).stream())
        .toList();
  }

  private static NextAttempt scatter(
      NextAttempt.At earliest, OrderTerms terms, RandomGenerator random) {
    Instant closes =
        terms.window(earliest.phone()).permittedAround(earliest.at()).orElseThrow().to();
    long range = Duration.between(earliest.at(), closes).toMillis();
    return range > 0
        ? new NextAttempt.At(earliest.at().plusMillis(random.nextLong(range)), earliest.phone())
        : earliest;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
