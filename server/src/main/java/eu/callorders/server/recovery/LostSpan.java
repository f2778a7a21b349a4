package eu.callorders.server.recovery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The time of which a database that has come back may lack something.
 *
 * @param from the last sign of life before an era, less ten minutes: clocks differ, and what is
 *     recorded is committed later
 * @param until the begin of that era
 */
public record LostSpan(Instant from, Instant until) {
  public static final Duration SLACK = Duration.ofMinutes(10);

  /**
   * The span that contains an instant.
   *
   * @param eras all of them
   */
  public static Optional<LostSpan> at(List<Era> eras, Instant instant) {
    return eras.stream()
        .flatMap(era -> before(era).stream())
        .filter(span -> span.contains(instant))
        .findFirst();
  }

  /** The span before an era; empty when nothing can have been lost. */
  static Optional<LostSpan> before(Era era) {
    Instant known = era.knownUntil();
    return known == null || era.isWitnessed()
        ? Optional.empty()
        : Optional.of(new LostSpan(known.minus(SLACK), era.begunAt()));
  }

  public boolean contains(Instant instant) {
    return !instant.isBefore(from) && instant.isBefore(until);
  }
}
