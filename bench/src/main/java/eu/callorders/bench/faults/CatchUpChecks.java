package eu.callorders.bench.faults;

import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.crash.Violations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was due is dialed in its order, and never more at once than the tenant permits. */
record CatchUpChecks(Violations violations) {

  /**
   * Adds each order that was dialed after too many that were due later.
   *
   * @param due when the orders were due, by id
   * @param calls of the gateway's log
   * @param limit how many, since calls that are placed at once overtake each other
   */
  void oldestFirst(Map<String, Instant> due, List<PlacedCall> calls, int limit) {
    List<Instant> before = new ArrayList<>();
    for (PlacedCall call : firstCalls(due, calls)) {
      Instant at = due.getOrDefault(call.orderId(), Instant.MAX);
      long later = before.stream().filter(at::isBefore).count();
      violations.unless(
          later <= limit,
          "order %s, due at %s, was dialed after %d that were due later"
              .formatted(call.orderId(), at, later));
      before.add(at);
    }
  }

  private static List<PlacedCall> firstCalls(Map<String, Instant> due, List<PlacedCall> calls) {
    Map<String, PlacedCall> first = new HashMap<>();
    for (PlacedCall call : calls) {
      if (call.endedAt() == null && due.containsKey(call.orderId())) {
        first.merge(
            call.orderId(),
            call,
            (one, other) -> one.placedAt().isAfter(other.placedAt()) ? other : one);
      }
    }
    return first.values().stream().sorted(Comparator.comparing(PlacedCall::placedAt)).toList();
  }

  /** Adds the largest number of calls at once if it is above the limit; returns the number. */
  int atMostAtOnce(List<PlacedCall> calls, int limit) {
    int most = mostAtOnce(calls);
    violations.unless(
        most <= limit, "%d calls at once, the tenant permits %d".formatted(most, limit));
    return most;
  }

  private record Change(Instant at, int calls) {}

  static int mostAtOnce(List<PlacedCall> calls) {
    List<Change> changes =
        calls.stream()
            .map(
                call ->
                    call.endedAt() == null
                        ? new Change(call.placedAt(), 1)
                        : new Change(call.endedAt(), -1))
            .sorted(Comparator.comparing(Change::at).thenComparingInt(Change::calls))
            .toList();
    int running = 0;
    int most = 0;
    for (Change change : changes) {
      running += change.calls();
      most = Math.max(most, running);
    }
    return most;
  }
}
