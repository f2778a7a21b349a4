package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.function.Consumer;

/** Where events leave the simulator; what is accepted gets delivered at least once. */
public interface EventSink extends Consumer<GatewayEvent> {

  /** Puts an event into the log that is not told yet. */
  void record(GatewayEvent event);

  /** So many wait for delivery that no further call should be taken. */
  boolean congested();
}
