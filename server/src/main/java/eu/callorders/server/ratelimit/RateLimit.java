package eu.callorders.server.ratelimit;

/**
 * Settings of a token bucket.
 *
 * @param perSecond refill rate
 * @param burst capacity
 */
public record RateLimit(int perSecond, int burst) {

  /** No limit; the headers then show a million. */
  public static final RateLimit UNLIMITED = new RateLimit(1_000_000, 1_000_000);
}
