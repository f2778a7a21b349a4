package eu.callorders.gatewaykit.call;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.function.Consumer;

/** The exit of events from a gateway; accepted events are delivered at least once. */
public interface EventSink extends Consumer<GatewayEvent> {

  /** Adds an event to the log without delivery. */
  void record(GatewayEvent event);

  /** Whether so many events await delivery that no further call should be accepted. */
  default boolean isCongested() {
    return false;
  }
}
