package eu.callorders.core.telephony;

import eu.callorders.core.wire.WireEnum;
import org.jspecify.annotations.Nullable;

/** Whether calls can be placed through a gateway: its own health combined with the breaker. */
public enum GatewayStatus implements WireEnum {
  UNKNOWN,
  UP,
  /** It requests fewer calls. */
  DEGRADED,
  DOWN,
  /** Too many calls have failed: none is placed for a while. */
  OPEN,
  /** A few probe calls are allowed. */
  HALF_OPEN;

  public static GatewayStatus of(
      GatewayHealth.@Nullable State reported, CircuitBreaker.State breaker) {
    if (reported == null) {
      return UNKNOWN;
    }
    if (reported == GatewayHealth.State.DOWN) {
      return DOWN;
    }
    return switch (breaker) {
      case OPEN -> OPEN;
      case HALF_OPEN -> HALF_OPEN;
      case CLOSED -> reported == GatewayHealth.State.UP ? UP : DEGRADED;
    };
  }
}
