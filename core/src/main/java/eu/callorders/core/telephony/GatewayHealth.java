package eu.callorders.core.telephony;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The health of a gateway.
 *
 * @param freeChannels calls that it could take at once; null when not reported
 */
public record GatewayHealth(
    State state, @Nullable Integer freeChannels, @Nullable Duration retryAfter) {

  /** In ascending severity. */
  public enum State {
    UP,
    DEGRADED,
    DOWN
  }
}
