package eu.callorders.core.dial;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.PermittedInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Limits of the phases of an attempt, in real time. */
public final class AttemptTimeouts {
  public static final Duration RING_TIMEOUT = Duration.ofSeconds(30);

  public static final Duration MAX_DURATION = Duration.ofMinutes(15);

  /** Time for the gateway's response to the request; then the attempt is queried. */
  public static final Duration PLACE_TIMEOUT = Duration.ofSeconds(10);

  /** How long after the intent the gateway may still start to dial. */
  private static final Duration DIAL_START_TIMEOUT = Duration.ofSeconds(20);

  /** The closing instant lies outside the window; instants have millisecond precision. */
  private static final Duration CLOSE_MARGIN = Duration.ofMillis(1);

  /** How much later than expected an end may be reported before the gateway is queried. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private AttemptTimeouts() {}

  /**
   * Until when the gateway may start to dial what was allowed at {@code now}: never past the close
   * of the window.
   *
   * @param now the tenant's time, in the window
   * @param clockOffset how far it is ahead of real time
   * @return real time
   */
  public static Instant latestDialStart(CallingWindow window, Instant now, Duration clockOffset) {
    Instant latest = now.plus(DIAL_START_TIMEOUT);
    Instant open =
        window.permittedAround(now).map(PermittedInterval::to).orElse(now).minus(CLOSE_MARGIN);
    return (open.isBefore(latest) ? open : latest).minus(clockOffset);
  }

  /**
   * When to query the gateway about an attempt that has just reached that status; empty when its
   * line is free.
   */
  public static Optional<Instant> reconcileAt(AttemptStatus reached, Instant realNow) {
    return switch (reached) {
      case PLACING -> Optional.of(realNow.plus(PLACE_TIMEOUT));
      case PLACED, RINGING -> Optional.of(realNow.plus(RING_TIMEOUT).plus(GRACE));
      case ANSWERED -> Optional.of(realNow.plus(MAX_DURATION).plus(GRACE));
      case ENDED, CLOSED, REFUSED -> Optional.empty();
    };
  }
}
