package eu.callorders.server.telephony;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Stands where a gateway's events are stored; can be made to fail, and waits for what it expects.
 */
final class StoredEvents {
  private final List<GatewayEvent> stored = new ArrayList<>();
  private final List<GatewayEvent> refused = new ArrayList<>();
  private int toRefuse;

  /** Takes a batch; false when it could not be stored and has to come again. */
  synchronized boolean store(List<GatewayEvent> batch) {
    boolean refusing = toRefuse > 0;
    if (refusing) {
      toRefuse--;
    }
    (refusing ? refused : stored).addAll(batch);
    return !refusing;
  }

  synchronized void refuseNext(int batches) {
    toRefuse = batches;
  }

  synchronized List<GatewayEvent> refused() {
    return List.copyOf(refused);
  }

  /** The events of an attempt as they came, once one of that kind is among them. */
  List<GatewayEvent> until(UUID attemptId, Class<? extends GatewayEvent> kind) {
    return until(attemptId, events -> events.stream().anyMatch(kind::isInstance));
  }

  /** The events of an attempt as they came, once they are what is waited for. */
  List<GatewayEvent> until(UUID attemptId, Predicate<List<GatewayEvent>> enough) {
    return Await.until("events of " + attemptId, () -> of(attemptId), enough);
  }

  synchronized List<GatewayEvent> of(UUID attemptId) {
    return stored.stream().filter(event -> event.header().attemptId().equals(attemptId)).toList();
  }
}
