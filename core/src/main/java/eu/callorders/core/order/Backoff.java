package eu.callorders.core.order;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The delay after refusals, which use up no attempt. */
public final class Backoff {
  public static final int MAX_REFUSALS = 20;

  private static final Duration INITIAL = Duration.ofSeconds(30);
  private static final Duration MAX = Duration.ofMinutes(10);

  private Backoff() {}

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
