package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.List;

/**
 * Events of a gateway on the event bus, sent to {@link #ADDRESS} with {@link LocalCodec#options()}.
 * The consumer replies once they are stored, with any body; without a reply, or with a failure, the
 * same batch comes again.
 *
 * @param events at most {@link #MOST}, in the order in which they are told
 */
public record GatewayEventBatch(List<GatewayEvent> events) {
  public static final String ADDRESS = "gateway.events";
  public static final int MOST = 500;

  public GatewayEventBatch {
    events = List.copyOf(events);
  }
}
