package eu.callorders.core.telephony;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether a gateway is dialled through, in one word. */
public enum GatewayStatus {
  /** It has not been heard of yet. */
  UNKNOWN,
  UP,
  /** It asks for patience. */
  DEGRADED,
  DOWN,
  /** Too many calls have failed: none is placed for a while. */
  OPEN,
  /** A few calls try whether it works again. */
  HALF_OPEN;

  /** The condition of a gateway that says so, behind a breaker that stands so. */
  public static GatewayStatus of(GatewayHealth.@Nullable State said, CircuitBreaker.State breaker) {
    if (said == null) {
      return UNKNOWN;
    }
    if (said == GatewayHealth.State.DOWN) {
      return DOWN;
    }
    return switch (breaker) {
      case OPEN -> OPEN;
      case HALF_OPEN -> HALF_OPEN;
      case CLOSED -> said == GatewayHealth.State.UP ? UP : DEGRADED;
    };
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
