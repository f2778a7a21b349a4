package eu.callorders.server.recovery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A period of which a restored database may lack data.
 *
 * @param from last known activity before an era, less {@link #SLACK} for clock differences and late
 *     commits
 * @param until start of that era
 */
public record LostSpan(Instant from, Instant until) {
  public static final Duration SLACK = Duration.ofMinutes(10);

  public static Optional<LostSpan> at(List<Era> eras, Instant instant) {
    return eras.stream()
        .flatMap(era -> before(era).stream())
        .filter(span -> span.contains(instant))
        .findFirst();
  }

  /** The span before an era; empty when nothing can be lost. */
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
