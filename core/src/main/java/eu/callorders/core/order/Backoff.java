package eu.callorders.core.order;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long to wait after refusals that use up no attempt. */
public final class Backoff {
  /** So many refusals in a row end the order. */
  public static final int MAX_REFUSALS = 20;

  private static final Duration FIRST = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private Backoff() {}

  /**
   * 30 seconds after the first refusal, then doubling up to 10 minutes; what the gateway asks for
   * wins.
   *
   * @param refusalsInRow including the latest, from 1
   */
  public static Duration after(int refusalsInRow, @Nullable Duration retryAfter) {
    if (retryAfter != null) {
      return retryAfter;
    }
    Duration doubled = FIRST.multipliedBy(1L << Math.min(refusalsInRow - 1, MAX_REFUSALS));
    return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
  }
}
