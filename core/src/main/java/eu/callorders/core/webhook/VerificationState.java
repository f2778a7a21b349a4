package eu.callorders.core.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether an endpoint has proved that it wants the events. */
public enum VerificationState {
  PENDING,
  SUCCEEDED,
  FAILED,
  EXPIRED;

  /** What lies between a try and the one before; the first comes at once. */
  private static final List<Duration> GAPS =
      List.of(Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(10));

  /** How long after registration, or a new start, it may take. */
  public static final Duration PATIENCE = Duration.ofHours(24);

  /**
   * When to send the challenge again after a try that failed; empty when it was the last.
   *
   * @param made tries so far, at least one
   */
  public static Optional<Instant> nextTry(int made, Instant endedAt) {
    return made < GAPS.size() ? Optional.of(endedAt.plus(GAPS.get(made))) : Optional.empty();
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static VerificationState of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
