package eu.callorders.bench.crash;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * After a restore no call happened that should not: the gateway's ledger and the clients' know what
 * the database has lost.
 */
record RestoreChecks(
    Collection<Ledger.Entry> entries, List<PlacedCall> calls, Violations violations) {

  void check() {
    CallChecks.eachPlacedOnce(calls, violations);
    CallChecks.neverTwoAtOnce(calls, violations);
    answeredOncePerKey();
    for (String phone : LaterOrders.ANSWERING) {
      calledOnce(phone, "who answered");
    }
    for (String phone : LaterOrders.OBJECTING) {
      calledOnce(phone, "who objected");
    }
    calledOnce(LaterOrders.ERASED, "who was erased");
  }

  private void calledOnce(String phone, String who) {
    long times = PlacedCall.placed(calls, phone);
    violations.unless(times == 1, "%s, %s, was called %d times".formatted(phone, who, times));
  }

  private void answeredOncePerKey() {
    Map<String, String> keys = new HashMap<>();
    entries.forEach(entry -> entry.ids.forEach(id -> keys.put(id, entry.order.key())));
    calls.stream()
        .filter(call -> call.answered() && keys.containsKey(call.orderId()))
        .collect(Collectors.groupingBy(call -> keys.get(call.orderId())))
        .forEach(
            (key, answered) ->
                violations.unless(
                    answered.size() == 1,
                    "key %s has %d answered calls: %s".formatted(key, answered.size(), answered)));
  }

  /** The reader that continued through the restore has read every event of the feed. */
  static void nothingSkipped(
      List<FeedEvent> followed, List<FeedEvent> reread, Violations violations) {
    Set<String> read = followed.stream().map(FeedEvent::id).collect(Collectors.toSet());
    for (FeedEvent event : reread) {
      violations.unless(read.contains(event.id()), "the feed's reader missed %s".formatted(event));
    }
  }
}
