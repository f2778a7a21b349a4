package eu.callorders.server.dial;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.order.CallOrder;
import org.jspecify.annotations.Nullable;

/** Provides the era under which calls are placed. */
public interface CallOrigins {
  CallOrigins NONE = (order, intent) -> null;

  /** The origin of a call; null when the gateway has no eras. */
  @Nullable CallOrigin originOf(CallOrder order, CallAttempt intent);

  /** Whether calls may be placed now; false while the gateway may refuse the era. */
  default boolean mayPlace() {
    return true;
  }
}
