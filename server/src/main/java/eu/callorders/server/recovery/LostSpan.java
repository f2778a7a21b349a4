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
        .filter(era -> !era.isWitnessed())
        .flatMap(era -> of(era).stream())
        .filter(span -> span.contains(instant))
        .findFirst();
  }

  private static Optional<LostSpan> of(Era era) {
    Instant known = era.knownUntil();
    return known == null ? Optional.empty() : Optional.of(between(known, era.begunAt()));
  }

  static LostSpan between(Instant knownUntil, Instant begunAt) {
    return new LostSpan(knownUntil.minus(SLACK), begunAt);
  }

  public boolean contains(Instant instant) {
    return !instant.isBefore(from) && instant.isBefore(until);
  }
}
