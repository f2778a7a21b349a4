package eu.callorders.server.testclock;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides how long an advance waits at each of its instants, in real time.
 *
 * <p>It waits for active calls, whose timeouts end them, and for queued work while the queue
 * progresses. It waits for reports only briefly and at one instant only: the advance does not wait
 * again for a late report.
 */
final class AdvanceWaitPolicy {
  /** Longer than any call, given the timeouts of attempts. */
  private static final Duration WITH_CALLS = Duration.ofMinutes(40);

  private static final Duration WITH_THE_LINE = Duration.ofSeconds(15);
  private static final Duration WITH_REPORTS = Duration.ofSeconds(2);

  private Instant since;
  private Instant moved;
  private @Nullable UUID first;
  private @Nullable Instant quiet;
  private Set<UUID> unreported = Set.of();
  private Set<UUID> late = Set.of();

  AdvanceWaitPolicy(Instant now) {
    this.since = now;
    this.moved = now;
  }

  /** Starts the wait at the next instant. */
  void goOn(Instant now) {
    since = now;
    moved = now;
    first = null;
    quiet = null;
    late = unreported;
  }

  /** Whether the advance must wait for the work. */
  boolean holds(DueWorkStore.DueWork work, Instant now) {
    unreported = work.unreported();
    if (work.running()) {
      moved = now;
      quiet = null;
      return now.isBefore(since.plus(WITH_CALLS));
    }
    if (work.next() != null) {
      quiet = null;
      if (!work.next().equals(first)) {
        first = work.next();
        moved = now;
      }
      return now.isBefore(moved.plus(WITH_THE_LINE));
    }
    if (quiet == null) {
      quiet = now;
    }
    return !late.containsAll(unreported) && now.isBefore(quiet.plus(WITH_REPORTS));
  }
}
