package eu.callorders.core.dial;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.PermittedInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How long each part of an attempt may take. All in real time. */
public final class AttemptTimeouts {
  /** How long a call may ring. */
  public static final Duration RING_TIMEOUT = Duration.ofSeconds(30);

  /** How long a conversation may last. */
  public static final Duration MAX_DURATION = Duration.ofMinutes(15);

  /** After this long without an answer to the request, the gateway is asked what it knows. */
  public static final Duration TO_ANSWER = Duration.ofSeconds(10);

  /** How long after the intent the gateway may still begin to dial. */
  private static final Duration TO_BEGIN = Duration.ofSeconds(20);

  /** The instant at which the window closes lies outside; instants are told in milliseconds. */
  private static final Duration BEFORE_CLOSE = Duration.ofMillis(1);

  /** How much later than expected an end may be told before the gateway is asked. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private AttemptTimeouts() {}

  /**
   * Until when the gateway may begin to dial what was allowed at {@code now}: never past the close
   * of the window, however long it takes to write the intent.
   *
   * @param now the tenant's time, in the window
   * @param clockOffset how far it is ahead of real time
   * @return real time
   */
  public static Instant mayBeginUntil(CallingWindow window, Instant now, Duration clockOffset) {
    Instant last = now.plus(TO_BEGIN);
    Instant open =
        window.permittedAround(now).map(PermittedInterval::to).orElse(now).minus(BEFORE_CLOSE);
    return (open.isBefore(last) ? open : last).minus(clockOffset);
  }

  /**
   * When to ask the gateway about an attempt that has come so far just now; empty when nothing of
   * its line is awaited. The first deadline, that of an intent, is {@link #TO_ANSWER}.
   */
  public static Optional<Instant> checkAt(AttemptStatus reached, Instant realNow) {
    return switch (reached) {
      case PLACING -> Optional.of(realNow.plus(TO_ANSWER));
      case PLACED, RINGING -> Optional.of(realNow.plus(RING_TIMEOUT).plus(GRACE));
      case ANSWERED -> Optional.of(realNow.plus(MAX_DURATION).plus(GRACE));
      case ENDED, CLOSED, REFUSED -> Optional.empty();
    };
  }
}
