package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.List;

/**
 * Events of a gateway on the event bus, sent to {@link #ADDRESS} with {@link LocalCodec#options()}.
 * The consumer replies with any body once they are stored; without a reply, or after a failure, the
 * batch is sent again.
 *
 * @param events at most {@link #MAX_EVENTS}, in order of delivery
 */
public record GatewayEventBatch(List<GatewayEvent> events) {
  public static final String ADDRESS = "gateway.events";
  public static final int MAX_EVENTS = 500;

  public GatewayEventBatch {
    events = List.copyOf(events);
  }
}
