package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.call.EventSink;
import java.util.ArrayList;
import java.util.List;

/** Collects the simulator's events in order. */
final class CollectedEvents implements EventSink {
  private final List<GatewayEvent> delivered = new ArrayList<>();
  private final List<GatewayEvent> recorded = new ArrayList<>();
  private boolean congested;

  @Override
  public void accept(GatewayEvent event) {
    delivered.add(event);
  }

  @Override
  public void record(GatewayEvent event) {
    recorded.add(event);
  }

  /** The events added to the log without delivery. */
  List<GatewayEvent> recorded() {
    return List.copyOf(recorded);
  }

  @Override
  public boolean isCongested() {
    return congested;
  }

  void congest(boolean full) {
    congested = full;
  }

  List<GatewayEvent> delivered() {
    return List.copyOf(delivered);
  }

  /** The kinds of all events, as {@code Accepted-Ringing-...}. */
  String kinds() {
    return String.join(
        "-", delivered.stream().map(event -> event.getClass().getSimpleName()).toList());
  }

  <E extends GatewayEvent> E only(Class<E> kind) {
    List<E> found = delivered.stream().filter(kind::isInstance).map(kind::cast).distinct().toList();
    if (found.size() != 1) {
      throw new AssertionError(kind.getSimpleName() + " not once in " + delivered);
    }
    return found.getFirst();
  }
}
