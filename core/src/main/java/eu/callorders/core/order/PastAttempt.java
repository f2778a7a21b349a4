package eu.callorders.core.order;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An attempt that counted and has ended. Refused attempts never count.
 *
 * @param attemptNumber position among the order's attempts, from 1
 * @param phone the dialed phone
 */
public record PastAttempt(
    int attemptNumber, PhoneNumber phone, Disposition disposition, Cause cause, Instant endedAt) {

  /** The attempts of an order that counted and have ended, oldest first. */
  public static List<PastAttempt> of(Stream<Attempt> attempts) {
    return attempts
        .flatMap(attempt -> fromAttempt(attempt).stream())
        .sorted(Comparator.comparingInt(PastAttempt::attemptNumber))
        .toList();
  }

  private static Optional<PastAttempt> fromAttempt(Attempt attempt) {
    Disposition disposition = attempt.disposition();
    Cause cause = attempt.cause();
    Instant endedAt = attempt.endedAt();
    return attempt.attemptNumber() == 0 || disposition == null || cause == null || endedAt == null
        ? Optional.empty()
        : Optional.of(
            new PastAttempt(attempt.attemptNumber(), attempt.phone(), disposition, cause, endedAt));
  }
}
