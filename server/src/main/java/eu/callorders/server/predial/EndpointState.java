package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialCheck.OnFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The questions to one tenant's endpoint, guarded by {@link PredialLimiter}. */
final class EndpointState {
  private static final int MAX_LIMIT = 32;
  private static final int INITIAL_LIMIT = 2;

  /** Failures in a row from which an endpoint counts as failing. */
  private static final int FAILING_THRESHOLD = 3;

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(1);
  private static final int MAX_DOUBLINGS = 6;

  /** Without questions for so long nothing is known about an endpoint. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);

  private int limit = INITIAL_LIMIT;
  private int inFlight;
  private int failures;
  private boolean proven;
  private OnFailure onFailure = OnFailure.HOLD;
  private Instant lastFailureAt = Instant.MIN;

  int inFlight() {
    return inFlight;
  }

  boolean isProven() {
    return proven;
  }

  /** Whether the state equals that of an unknown endpoint. */
  boolean isInitial() {
    return inFlight == 0 && limit == INITIAL_LIMIT && failures == 0;
  }

  boolean isFailing(Instant now) {
    return failures >= FAILING_THRESHOLD && now.isBefore(lastFailureAt.plus(FORGOTTEN_AFTER));
  }

  int capacity(Instant now) {
    if (!isFailing(now)) {
      return limit - inFlight;
    }
    return inFlight == 0 && !now.isBefore(pauseEnd()) ? 1 : 0;
  }

  /**
   * While it is failing and may not be asked: the end of its pause, or of the question after it.
   */
  Optional<Instant> pausedUntil(Instant now) {
    if (!isFailing(now) || capacity(now) > 0) {
      return Optional.empty();
    }
    Instant soon = now.plus(FIRST_PAUSE);
    return Optional.of(pauseEnd().isAfter(soon) ? pauseEnd() : soon);
  }

  /**
   * Without an answer an order may be dialed while its endpoint fails, so its claim need not wait.
   */
  boolean delaysClaims(Instant now) {
    return isFailing(now) ? onFailure == OnFailure.HOLD : inFlight > 0;
  }

  void begin(OnFailure setting) {
    onFailure = setting;
    inFlight++;
  }

  void end(boolean valid, Instant now) {
    inFlight--;
    proven = valid;
    limit = valid ? Math.min(MAX_LIMIT, 2 * limit) : 1;
    failures = valid ? 0 : failures + 1;
    lastFailureAt = valid ? lastFailureAt : now;
  }

  private Instant pauseEnd() {
    int doublings = Math.min(failures - FAILING_THRESHOLD, MAX_DOUBLINGS);
    Duration pause = FIRST_PAUSE.multipliedBy(1L << doublings);
    return lastFailureAt.plus(pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE);
  }
}
