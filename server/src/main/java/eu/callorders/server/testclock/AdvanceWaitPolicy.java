package eu.callorders.server.testclock;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How long a walk stands still at each of its instants. Everything in here is real time.
 *
 * <p>Running calls are waited for, since each of them is ended by its deadline at the latest. Work
 * that waits in line is waited for as long as the line moves. Reports are waited for only so long
 * that those which come at once are not missed, and at one instant only: one that is late is not
 * waited for again wherever the walk stops before it is given up.
 */
final class AdvanceWaitPolicy {
  /** Longer than any call that the deadlines of attempts let live. */
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

  /** The walk arrives at its next instant. */
  void goOn(Instant now) {
    since = now;
    moved = now;
    first = null;
    quiet = null;
    late = unreported;
  }

  /** Whether the walk has to stand still for this work. */
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
