package eu.callorders.bench.crash;

import eu.callorders.bench.PlacedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What must hold of all calls, and of orders accepted before the backup and dialed later. */
record RestoreChecks(
    Collection<Ledger.Entry> entries, List<PlacedCall> calls, Violations violations) {
  private static final Duration FIRST = Duration.ofDays(2);
  private static final Duration SECOND = Duration.ofDays(4);
  private static final Duration END = Duration.ofDays(6);

  private static final List<String> ANSWERING =
      IntStream.range(0, 6).mapToObj(person -> "+447700900" + person + "00").toList();

  private static final List<String> OBJECTING =
      IntStream.range(0, 3).mapToObj(person -> "+447700900" + person + "25").toList();

  /** A hold on the person follows the report of the call. */
  private static final List<String> REPRESENTED =
      IntStream.range(0, 3).mapToObj(person -> "+447700900" + person + "37").toList();

  static final String ERASED = "+447700900900";

  static List<OrderMix.Keyed> orders(Instant now) {
    String first = window(now.plus(FIRST), now.plus(END));
    String second = window(now.plus(SECOND), now.plus(END));
    List<OrderMix.Keyed> orders = new ArrayList<>();
    ANSWERING.forEach(phone -> orders.add(order(orders.size() + 1, phone, first)));
    for (List<String> calledOnce : List.of(OBJECTING, REPRESENTED)) {
      calledOnce.forEach(phone -> orders.add(order(orders.size() + 1, phone, first)));
      calledOnce.forEach(phone -> orders.add(order(orders.size() + 1, phone, second)));
    }
    orders.add(order(orders.size() + 1, ERASED, first));
    return orders;
  }

  private static String window(Instant notBefore, Instant notAfter) {
    return "\"window\": {\"not_before\": \"%s\", \"not_after\": \"%s\"}"
        .formatted(notBefore, notAfter);
  }

  private static OrderMix.Keyed order(int number, String phone, String window) {
    return OrderMix.order("later-" + number, reference(phone), phone, 1, window);
  }

  static String reference(String phone) {
    return "LATER-" + phone.substring(1);
  }

  /**
   * Checks all.
   *
   * @param outcomes whether persons object, and are represented, by their numbers
   */
  void check(boolean outcomes) {
    CallChecks.eachPlacedOnce(calls, violations);
    CallChecks.neverTwoAtOnce(calls, violations);
    answeredOncePerKey();
    ANSWERING.forEach(phone -> calledOnce(phone, "who answered"));
    if (outcomes) {
      OBJECTING.forEach(phone -> calledOnce(phone, "who objected"));
      REPRESENTED.forEach(phone -> calledOnce(phone, "who is represented by a lawyer"));
    }
    calledOnce(ERASED, "who was erased");
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
}
