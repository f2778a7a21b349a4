package eu.callorders.core.order;

import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The delay after refusals, which use up no attempt. */
public final class Backoff {
  public static final int MAX_REFUSALS = 20;

  private static final Duration INITIAL = Duration.ofSeconds(30);
  private static final Duration MAX = Duration.ofMinutes(10);

  /** The first count with the longest delay. */
  private static final int LONGEST = 6;

  private Backoff() {}

  /**
   * The consecutive refusals after one more. Refusals that end no order count up to the longest
   * delay only, so that they never use up {@link #MAX_REFUSALS}.
   */
  public static int count(int before, RefusalReason code) {
    return code.isCounted() ? before + 1 : Math.max(before, Math.min(before + 1, LONGEST));
  }

  /**
   * 30 seconds after the first refusal, doubled for each further one up to 10 minutes; the
   * gateway's {@code retryAfter} takes precedence.
   *
   * @param consecutiveRefusals including the latest, from 1
   */
  public static Duration after(int consecutiveRefusals, @Nullable Duration retryAfter) {
    if (retryAfter != null) {
      return retryAfter;
    }
    Duration doubled = INITIAL.multipliedBy(1L << Math.min(consecutiveRefusals - 1, MAX_REFUSALS));
    return doubled.compareTo(MAX) < 0 ? doubled : MAX;
  }
}
