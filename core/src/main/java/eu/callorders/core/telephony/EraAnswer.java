package eu.callorders.core.telephony;

import java.time.Duration;

/** What came of asking for an era. */
public sealed interface EraAnswer {

  /** The era is the deployment's current one: its placings are taken, those of others refused. */
  record Granted() implements EraAnswer {}

  /**
   * Nodes of the current era are at work. A higher era is granted once they have been silent.
   *
   * @param number of the current era
   * @param retryAfter the rest of the silence, if none of them asks meanwhile
   */
  record InUse(int number, Duration retryAfter) implements EraAnswer {}

  /**
   * The era is over, or another one has its number.
   *
   * @param number of the current era
   */
  record Stale(int number) implements EraAnswer {}

  /** The gateway did not answer, or has no eras. */
  record Unavailable(String why) implements EraAnswer {}
}
