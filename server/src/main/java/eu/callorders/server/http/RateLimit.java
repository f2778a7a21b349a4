package eu.callorders.server.http;

/**
 * A token bucket's measure.
 *
 * @param perSecond tokens that come back each second
 * @param burst tokens that the bucket holds
 */
public record RateLimit(int perSecond, int burst) {

  /** No limit; the headers then speak of a million. */
  public static final RateLimit OFF = new RateLimit(1_000_000, 1_000_000);
}
