package eu.callorders.server.auth;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Failed authentications of one registration, from all unknown addresses together or from one known
 * address.
 *
 * @param failures within the last ten minutes and since the last lock
 * @param locks number of consecutive locks
 * @param lockedUntil end of the last lock; null when there was none
 */
record Lockout(List<Instant> failures, int locks, @Nullable Instant lockedUntil) {
  static final Lockout NONE = new Lockout(List.of(), 0, null);

  static final int TOLERATED_FAILURES = 20;
  static final Duration WINDOW = Duration.ofMinutes(10);
  private static final Duration FIRST_LOCK = Duration.ofSeconds(60);
  private static final Duration MAX_LOCK = Duration.ofMinutes(15);

  /** After this time without a lock, lock durations start again. */
  private static final Duration RESET_AFTER = Duration.ofHours(24);

  Lockout {
    failures = List.copyOf(failures);
  }

  boolean isLockedAt(Instant now) {
    return lockedUntil != null && now.isBefore(lockedUntil);
  }

  /** Adds a failure; the twentieth within ten minutes locks. */
  Lockout addFailure(Instant now) {
    if (isLockedAt(now)) {
      return this;
    }
    List<Instant> recent = new ArrayList<>(failures);
    recent.removeIf(failure -> !failure.isAfter(now.minus(WINDOW)));
    recent.add(now);
    int previousLocks =
        lockedUntil != null && lockedUntil.plus(RESET_AFTER).isAfter(now) ? locks : 0;
    return recent.size() < TOLERATED_FAILURES
        ? new Lockout(recent, previousLocks, previousLocks == 0 ? null : lockedUntil)
        : new Lockout(List.of(), previousLocks + 1, now.plus(lockDuration(previousLocks)));
  }

  private static Duration lockDuration(int earlierLocks) {
    Duration length = FIRST_LOCK;
    for (int i = 0; i < earlierLocks && length.compareTo(MAX_LOCK) < 0; i++) {
      length = length.multipliedBy(2);
    }
    return length.compareTo(MAX_LOCK) < 0 ? length : MAX_LOCK;
  }
}
