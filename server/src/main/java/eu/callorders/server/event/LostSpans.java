package eu.callorders.server.event;

import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.FeedPlace;
import eu.callorders.server.recovery.LostSpan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where a reader goes on whose position the database has lost. Eras are given oldest first. */
final class LostSpans {
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
            .filter(era -> era.begunAt().isAfter(completeAt.minus(LostSpan.SLACK)))
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
    return LostSpan.at(eras, recordedAt).map(span -> recordedAt.minus(LostSpan.SLACK));
  }
}
