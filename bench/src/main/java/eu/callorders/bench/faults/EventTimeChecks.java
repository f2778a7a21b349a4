package eu.callorders.bench.faults;

import eu.callorders.bench.crash.FeedEvent;
import eu.callorders.bench.crash.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Events have the time at which they were recorded, whatever the clock of their node showed. */
record EventTimeChecks(Violations violations) {

  /** Adds each event that seems to be recorded outside of the campaign. */
  void within(List<FeedEvent> events, Instant from, Instant until) {
    for (FeedEvent event : events) {
      Instant at = event.recordedAt();
      violations.unless(
          !at.isBefore(from) && !at.isAfter(until),
          "event %s %s of %s is recorded at %s, outside of %s to %s"
              .formatted(event.type(), event.id(), event.orderId(), at, from, until));
    }
  }

  /**
   * Adds each event of an order that the feed has after one that was recorded later.
   *
   * @param tolerance by which the clocks of two nodes may differ
   */
  void inOrder(List<FeedEvent> events, Duration tolerance) {
    Map<String, Instant> latest = new HashMap<>();
    for (FeedEvent event : events) {
      if (!event.orderId().isEmpty()) {
        Instant at = event.recordedAt();
        Instant before = latest.merge(event.orderId(), at, EventTimeChecks::later);
        violations.unless(
            !at.isBefore(before.minus(tolerance)),
            "event %s of %s, recorded at %s, comes after one of %s"
                .formatted(event.type(), event.orderId(), at, before));
      }
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
