package eu.callorders.core.telephony;

import java.time.Duration;

/** The result of a request for an era. */
public sealed interface EraRequestResult {

  /**
   * The era is the deployment's current one; its placings are accepted, those of others refused.
   */
  record Granted() implements EraRequestResult {}

  /**
   * Nodes of the current era are active. A higher era is granted after their timeout.
   *
   * @param number of the current era
   * @param retryAfter the rest of the timeout, unless one of them renews the era
   */
  record InUse(int number, Duration retryAfter) implements EraRequestResult {}

  /**
   * The era is over, or another one has its number.
   *
   * @param number of the current era
   */
  record Stale(int number) implements EraRequestResult {}

  /** The gateway did not respond, or does not support eras. */
  record Unavailable(String reason) implements EraRequestResult {}
}
