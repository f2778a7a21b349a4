package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.simulator.scenario.GatewayFault;
import java.util.function.Consumer;

/** Delivers the events of one call: immediately, or changed by a fault. */
interface EventDelivery {

  void deliver(GatewayEvent event);

  /** The service has learned of the call: delivers withheld events and stops withholding. */
  default void release() {}

  default void finish() {}

  static EventDelivery of(GatewayFault fault, Consumer<GatewayEvent> out) {
    return switch (fault) {
      case NONE, LATE_REPORT, NO_REPORT -> out::accept;
      case LOST_ANSWER -> new WithheldDelivery(out);
      case DISORDER -> new OutOfOrderDelivery(out);
    };
  }
}
