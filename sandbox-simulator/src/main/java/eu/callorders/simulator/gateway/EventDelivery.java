package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.simulator.scenario.GatewayFault;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Delivers the events of one call: immediately, or changed by a fault. */
interface EventDelivery {

  void deliver(GatewayEvent event);

  /** The service has learned of the call: delivers withheld events and stops withholding. */
  default void release() {}

  default void finish() {}

  static EventDelivery of(GatewayFault fault, Consumer<GatewayEvent> out) {
    return switch (fault) {
      case NONE, LATE_REPORT, NO_REPORT -> out::accept;
      case LOST_ANSWER -> new Withheld(out);
      case DISORDER -> new OutOfOrder(out);
    };
  }

  /**
   * Withholds the events of a call whose response was lost until the service queries it: earlier
   * events would make that query unnecessary.
   */
  final class Withheld implements EventDelivery {
    private final Consumer<GatewayEvent> out;
    private final Queue<GatewayEvent> held = new ArrayDeque<>();
    private boolean released;

    Withheld(Consumer<GatewayEvent> out) {
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

  /**
   * Delivers events in swapped pairs, and all of them again in reverse order at the end: every
   * event twice, near and far neighbors out of order.
   */
  final class OutOfOrder implements EventDelivery {
    private final Consumer<GatewayEvent> out;
    private final List<GatewayEvent> all = new ArrayList<>();
    private @Nullable GatewayEvent delayed;

    OutOfOrder(Consumer<GatewayEvent> out) {
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
}
