package eu.callorders.core.webhook;

import eu.callorders.core.wire.WireEnum;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Whether an endpoint has proved control of its URL. */
public enum VerificationState implements WireEnum {
  PENDING,
  SUCCEEDED,
  FAILED,
  EXPIRED;

  /** The delay of each challenge after the one before; the first is immediate. */
  private static final List<Duration> DELAYS =
      List.of(Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(10));

  /** Time limit from registration or restart. */
  public static final Duration TIMEOUT = Duration.ofHours(24);

  /**
   * When to send the challenge again after a failure; empty after the last one.
   *
   * @param made challenges so far, at least one
   */
  public static Optional<Instant> nextAttempt(int made, Instant endedAt) {
    return made < DELAYS.size() ? Optional.of(endedAt.plus(DELAYS.get(made))) : Optional.empty();
  }

  public static VerificationState of(String wire) {
    return WireEnum.parse(VerificationState.class, wire);
  }
}
