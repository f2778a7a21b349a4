package eu.callorders.server.event;

import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.FeedPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where a reader goes on whose position the database has lost. Eras are given oldest first. */
final class LostSpans {
  /** Clocks differ, and events are recorded before they are committed. */
  private static final Duration SLACK = Duration.ofMinutes(10);

  private LostSpans() {}

  /**
   * For a cursor of an era that is lost: the beginning of the first era after it, since all before
   * that was read, or of the newest.
   *
   * @param completeAt up to when the reader had read
   */
  static FeedPosition afterLostEra(List<Era> eras, Instant completeAt) {
    Era next =
        eras.stream()
            .filter(era -> era.begunAt().isAfter(completeAt.minus(SLACK)))
            .findFirst()
            .orElse(eras.getLast());
    return new FeedPosition(FeedPlace.first(next.number()), 0);
  }

  /**
   * For the id of an event that is lost: from when on to read again.
   *
   * @param recordedAt as the id says
   * @return empty when nothing of that time can have been lost
   */
  static Optional<Instant> before(List<Era> eras, Instant recordedAt) {
    return eras.stream().anyMatch(era -> isLost(era, recordedAt))
        ? Optional.of(recordedAt.minus(SLACK))
        : Optional.empty();
  }

  private static boolean isLost(Era era, Instant at) {
    return era.knownUntil() != null
        && !at.isBefore(era.knownUntil().minus(SLACK))
        && at.isBefore(era.begunAt());
  }
}
