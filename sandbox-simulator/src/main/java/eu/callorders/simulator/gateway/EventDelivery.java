package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.simulator.scenario.GatewayFault;
import java.util.function.Consumer;

/** How the events of one call find their way out: as they come, or as its quirk wants it. */
interface EventDelivery {

  /** An event has happened. */
  void tell(GatewayEvent event);

  /** Somebody knows of the call by other means: nothing is held back from now on. */
  default void release() {}

  /** No further event will happen. */
  default void finish() {}

  static EventDelivery of(GatewayFault quirk, Consumer<GatewayEvent> out) {
    return switch (quirk) {
      case NONE, LATE_REPORT, NO_REPORT -> out::accept;
      case LOST_ANSWER -> new WithheldDelivery(out);
      case DISORDER -> new OutOfOrderDelivery(out);
    };
  }
}
