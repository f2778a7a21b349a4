package eu.callorders.gatewaykit.conformance;

import eu.callorders.core.telephony.GatewayEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** Receives the events of the tested gateway, refuses batches on demand, and waits for events. */
public final class EventCollector {
  private final List<GatewayEvent> stored = new ArrayList<>();
  private final List<GatewayEvent> refused = new ArrayList<>();
  private int batchesToRefuse;

  /** Stores a batch; false when the gateway has to resend it. */
  public synchronized boolean store(List<GatewayEvent> batch) {
    boolean refusing = batchesToRefuse > 0;
    if (refusing) {
      batchesToRefuse--;
    }
    (refusing ? refused : stored).addAll(batch);
    notifyAll();
    return !refusing;
  }

  synchronized void refuseNext(int batches) {
    batchesToRefuse = batches;
    refused.clear();
  }

  synchronized List<GatewayEvent> refused() {
    return List.copyOf(refused);
  }

  synchronized List<GatewayEvent> events(UUID attemptId) {
    return stored.stream().filter(event -> event.header().attemptId().equals(attemptId)).toList();
  }

  /**
   * The events of an attempt, once they satisfy the predicate.
   *
   * @param expected describes the predicate in a failure
   */
  synchronized List<GatewayEvent> await(
      UUID attemptId, Predicate<List<GatewayEvent>> enough, String expected, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    List<GatewayEvent> events = events(attemptId);
    try {
      while (!enough.test(events)) {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        CheckFailedException.require(
            left > 0,
            "its events after " + timeout.toSeconds() + " s are",
            expected,
            CheckRun.kinds(events));
        wait(left);
        events = events(attemptId);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CheckFailedException("its events are", expected, "interrupted");
    }
    return events;
  }
}
