package eu.callorders.core.order;

import eu.callorders.core.window.WeeklyHours;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When and how often a client wants an order to be dialed, with all defaults.
 *
 * @param maxAttempts limit of the attempts that count
 * @param minGap from the end of any attempt at the person to the next one
 * @param randomize whether a redial is placed at random in its permitted interval
 * @param notBefore no attempt starts before this instant; null: from acceptance on
 * @param notAfter no attempt starts at or after this instant; null: until {@link #MAX_AGE}
 * @param callTimes local hours that narrow the permitted ones; empty: no narrowing
 * @param rejectsWindowViolation whether an order that cannot be dialed at its start is rejected
 */
public record Scheduling(
    int maxAttempts,
    Duration minGap,
    boolean randomize,
    @Nullable Instant notBefore,
    @Nullable Instant notAfter,
    List<WeeklyHours.Entry> callTimes,
    boolean rejectsWindowViolation) {

  /** How long an order stays open at most. */
  public static final Duration MAX_AGE = Duration.ofDays(30);

  public Scheduling {
    callTimes = List.copyOf(callTimes);
  }

  /** The first instant at which the order may be dialed. */
  public Instant start(Instant acceptedAt) {
    return notBefore != null && notBefore.isAfter(acceptedAt) ? notBefore : acceptedAt;
  }

  /**
   * When the order expires: at {@link #notAfter}, or {@link #MAX_AGE} after its start, whichever
   * comes first.
   */
  public Instant expiry(Instant acceptedAt) {
    Instant end = start(acceptedAt).plus(MAX_AGE);
    return notAfter != null && notAfter.isBefore(end) ? notAfter : end;
  }
}
