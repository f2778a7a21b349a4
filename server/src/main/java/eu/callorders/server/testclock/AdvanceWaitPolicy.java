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
  private static final Duration MAX_CALL_WAIT = Duration.ofMinutes(40);

  private static final Duration MAX_QUEUE_WAIT = Duration.ofSeconds(15);
  private static final Duration MAX_REPORT_WAIT = Duration.ofSeconds(2);

  private Instant arrivedAt;
  private Instant progressedAt;
  private @Nullable UUID first;
  private @Nullable Instant idleSince;
  private Set<UUID> unreported = Set.of();
  private Set<UUID> lateReports = Set.of();

  AdvanceWaitPolicy(Instant now) {
    this.arrivedAt = now;
    this.progressedAt = now;
  }

  /** Starts the wait at the next instant. */
  void nextInstant(Instant now) {
    arrivedAt = now;
    progressedAt = now;
    first = null;
    idleSince = null;
    lateReports = unreported;
  }

  /** Whether the advance must wait for the work. */
  boolean mustWait(DueWorkStore.DueWork work, Instant now) {
    unreported = work.unreported();
    if (work.hasActiveCall()) {
      progressedAt = now;
      idleSince = null;
      return now.isBefore(arrivedAt.plus(MAX_CALL_WAIT));
    }
    if (work.nextItem() != null) {
      idleSince = null;
      if (!work.nextItem().equals(first)) {
        first = work.nextItem();
        progressedAt = now;
      }
      return now.isBefore(progressedAt.plus(MAX_QUEUE_WAIT));
    }
    if (idleSince == null) {
      idleSince = now;
    }
    return !lateReports.containsAll(unreported) && now.isBefore(idleSince.plus(MAX_REPORT_WAIT));
  }
}
