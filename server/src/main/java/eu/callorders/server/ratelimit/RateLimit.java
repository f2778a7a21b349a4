package eu.callorders.server.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * Settings of a token bucket.
 *
 * @param perSecond refill rate
 * @param burst capacity
 */
public record RateLimit(int perSecond, int burst) {

  /** No limit; the headers then show a million. */
  public static final RateLimit UNLIMITED = new RateLimit(1_000_000, 1_000_000);

  /** Reads a valid text such as {@code 50/100}. */
  public static RateLimit parse(String text) {
    String[] parts = text.split("/", 2);
    return new RateLimit(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
  }

  /** The settings of two columns; null without a value. */
  public static @Nullable RateLimit ofNullable(
      @Nullable Integer perSecond, @Nullable Integer burst) {
    return perSecond == null || burst == null ? null : new RateLimit(perSecond, burst);
  }

  /** Text that {@link #parse} reads. */
  public String format() {
    return perSecond + "/" + burst;
  }
}
