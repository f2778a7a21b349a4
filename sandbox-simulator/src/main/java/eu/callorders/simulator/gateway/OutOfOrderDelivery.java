package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events in swapped pairs, and all of them again in reverse order at the end: every event
 * twice, near and far neighbors out of order.
 */
final class OutOfOrderDelivery implements EventDelivery {
  private final Consumer<GatewayEvent> out;
  private final List<GatewayEvent> all = new ArrayList<>();
  private @Nullable GatewayEvent delayed;

  OutOfOrderDelivery(Consumer<GatewayEvent> out) {
    this.out = out;
  }

  @Override
  public void deliver(GatewayEvent event) {
    all.add(event);
    if (delayed == null) {
      delayed = event;
    } else {
      out.accept(event);
      out.accept(delayed);
      delayed = null;
    }
  }

  @Override
  public void finish() {
    if (delayed != null) {
      out.accept(delayed);
      delayed = null;
    }
    all.reversed().forEach(out);
    all.clear();
  }
}
