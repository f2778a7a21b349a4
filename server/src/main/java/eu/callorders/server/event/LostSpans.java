package eu.callorders.server.event;

import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.FeedPlace;
import eu.callorders.server.recovery.LostSpan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** New positions for readers whose position was lost. Eras are given oldest first. */
final class LostSpans {
  private LostSpans() {}

  /**
   * For a cursor of a lost era: the start of the first era after the reader's progress, or of the
   * newest era.
   *
   * @param completeAt the reader's progress
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
   * For the id of a lost event: the instant from which to read again.
   *
   * @return empty when no event of that time can be lost
   */
  static Optional<Instant> rereadFrom(List<Era> eras, Instant recordedAt) {
    return LostSpan.at(eras, recordedAt).map(span -> recordedAt.minus(LostSpan.SLACK));
  }
}
