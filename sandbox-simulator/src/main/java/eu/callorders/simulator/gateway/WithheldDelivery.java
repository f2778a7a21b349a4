package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Withholds the events of a call whose response was lost until the service queries it: earlier
 * events would make that query unnecessary.
 */
final class WithheldDelivery implements EventDelivery {
  private final Consumer<GatewayEvent> out;
  private final Queue<GatewayEvent> held = new ArrayDeque<>();
  private boolean released;

  WithheldDelivery(Consumer<GatewayEvent> out) {
    this.out = out;
  }

  @Override
  public void deliver(GatewayEvent event) {
    if (released) {
      out.accept(event);
    } else {
      held.add(event);
    }
  }

  @Override
  public void release() {
    released = true;
    held.forEach(out);
    held.clear();
  }
}
