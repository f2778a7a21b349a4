package eu.callorders.server.telephony.conformance;

import eu.callorders.core.telephony.GatewayEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Stands where a gateway's events are stored; can be made to fail, and waits for what it expects.
 */
public final class EventCollector {
  private final List<GatewayEvent> stored = new ArrayList<>();
  private final List<GatewayEvent> refused = new ArrayList<>();
  private int toRefuse;

  /** Takes a batch; false when it could not be stored and has to come again. */
  public synchronized boolean store(List<GatewayEvent> batch) {
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
    refused.clear();
  }

  synchronized List<GatewayEvent> refused() {
    return List.copyOf(refused);
  }

  synchronized List<GatewayEvent> of(UUID attemptId) {
    return stored.stream().filter(event -> event.header().attemptId().equals(attemptId)).toList();
  }

  /**
   * The events of an attempt as they came, once they are what is waited for.
   *
   * @param expected that, in words
   */
  synchronized List<GatewayEvent> until(
      UUID attemptId, Predicate<List<GatewayEvent>> enough, String expected, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    List<GatewayEvent> events = of(attemptId);
    try {
      while (!enough.test(events)) {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        CheckFailedException.unless(
            left > 0,
            "its events after " + patience.toSeconds() + " s are",
            expected,
            CheckRun.kinds(events));
        wait(left);
        events = of(attemptId);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CheckFailedException("its events are", expected, "interrupted");
    }
    return events;
  }
}
