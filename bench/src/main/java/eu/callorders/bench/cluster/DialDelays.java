package eu.callorders.bench.cluster;

import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.crash.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much later than due the gateway received the first call of each order.
 *
 * @param byOrder by the id of the order; an order without a call is missing
 */
public record DialDelays(Map<String, Duration> byOrder) {

  /** From the instants at which orders were due, by id, and the gateway's ledger. */
  public static DialDelays of(Map<String, Instant> due, List<PlacedCall> calls) {
    Map<String, Duration> delays = new HashMap<>();
    for (PlacedCall call : calls) {
      Instant at = due.get(call.orderId());
      if (call.endedAt() == null && at != null) {
        delays.merge(
            call.orderId(),
            Duration.between(at, call.placedAt()),
            (one, other) -> one.compareTo(other) < 0 ? one : other);
      }
    }
    return new DialDelays(delays);
  }

  public Duration longest() {
    return byOrder.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
  }

  /** The delay of the call that came soonest after its instant, or earliest before it. */
  public Duration shortest() {
    return byOrder.values().stream().min(Duration::compareTo).orElse(Duration.ZERO);
  }

  /** Adds each order that was called before it was due, by more than the clocks differ. */
  public void neverEarly(Duration tolerance, Violations violations) {
    byOrder.forEach(
        (order, delay) ->
            violations.unless(
                delay.compareTo(tolerance.negated()) >= 0,
                "order %s was called %s before it was due".formatted(order, delay.negated())));
  }

  /** Adds each order that was called too late or never. */
  public void check(Map<String, Instant> due, Duration limit, Violations violations) {
    due.forEach(
        (order, at) -> {
          Duration delay = byOrder.get(order);
          violations.unless(
              delay != null, "order %s, due at %s, was not called".formatted(order, at));
          violations.unless(
              delay == null || delay.compareTo(limit) <= 0,
              "order %s, due at %s, was called %s later".formatted(order, at, delay));
        });
  }
}
