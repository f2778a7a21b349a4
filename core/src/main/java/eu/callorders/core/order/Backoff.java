package eu.callorders.core.order;

import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The delay after refusals, which use up no attempt. */
public final class Backoff {
  /** So many refusals for want of capacity in a row end an order; others never do. */
  public static final int MAX_REFUSALS = 20;

  private static final Duration INITIAL = Duration.ofSeconds(30);
  private static final Duration MAX = Duration.ofMinutes(10);

  private Backoff() {}

  /** The consecutive refusals for want of capacity after one more refusal. */
  public static int count(int before, RefusalReason code) {
    return code == RefusalReason.CAPACITY ? before + 1 : before;
  }

  /**
   * 30 seconds after the first refusal, doubled for each further one up to 10 minutes; the
   * gateway's {@code retryAfter} takes precedence.
   *
   * @param refusals in a row for whatever reason, including the latest, from 1
   */
  public static Duration after(int refusals, @Nullable Duration retryAfter) {
    if (retryAfter != null) {
      return retryAfter;
    }
    Duration doubled = INITIAL.multipliedBy(1L << Math.min(refusals - 1, MAX_REFUSALS));
    return doubled.compareTo(MAX) < 0 ? doubled : MAX;
  }
}
