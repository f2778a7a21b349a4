package eu.callorders.core.telephony;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a gateway can take calls now.
 *
 * @param freeChannels calls that it could take at once; null when it does not tell
 */
public record GatewayHealth(
    State state, @Nullable Integer freeChannels, @Nullable Duration retryAfter) {

  /** Worse from left to right. */
  public enum State {
    UP,
    DEGRADED,
    DOWN
  }
}
