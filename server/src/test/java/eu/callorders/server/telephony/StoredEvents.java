package eu.callorders.server.telephony;

import eu.callorders.core.telephony.GatewayEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Stands where a gateway's events are stored; can be made to fail, and waits for what it expects.
 */
final class StoredEvents {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

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
    notifyAll();
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
  synchronized List<GatewayEvent> until(UUID attemptId, Predicate<List<GatewayEvent>> enough) {
    Instant deadline = Instant.now().plus(PATIENCE);
    List<GatewayEvent> events = of(attemptId);
    while (!enough.test(events)) {
      long left = Duration.between(Instant.now(), deadline).toMillis();
      if (left <= 0) {
        throw new AssertionError("only came: " + events);
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      events = of(attemptId);
    }
    return events;
  }

  synchronized List<GatewayEvent> of(UUID attemptId) {
    return stored.stream().filter(event -> event.header().attemptId().equals(attemptId)).toList();
  }
}
