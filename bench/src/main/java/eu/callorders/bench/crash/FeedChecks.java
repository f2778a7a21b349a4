package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The feed contains every change once, in an order that never changes. */
record FeedChecks(CampaignRecord evidence, Violations violations) {

  static void check(CampaignRecord evidence, Violations violations) {
    FeedChecks checks = new FeedChecks(evidence, violations);
    checks.neverRepeats();
    checks.sameAgain();
    Map<String, List<FeedEvent>> byOrder = byOrder(evidence.followed());
    Map<String, JsonNode> orders = evidence.orders();
    orders.forEach((id, order) -> checks.complete(id, order, byOrder.getOrDefault(id, List.of())));
    for (String id : byOrder.keySet()) {
      violations.unless(orders.containsKey(id), "events name %s, which is unknown".formatted(id));
    }
  }

  static Map<String, List<FeedEvent>> byOrder(List<FeedEvent> events) {
    return by(FeedEvent::orderId, events);
  }

  /** The events by one of their ids; those without it are left out. */
  static Map<String, List<FeedEvent>> by(Function<FeedEvent, String> id, List<FeedEvent> events) {
    return events.stream()
        .filter(event -> !id.apply(event).isEmpty())
        .collect(Collectors.groupingBy(id, LinkedHashMap::new, Collectors.toUnmodifiableList()));
  }

  private void neverRepeats() {
    Set<String> seen = new HashSet<>();
    for (FeedEvent event : evidence.followed()) {
      violations.unless(seen.add(event.id()), "event %s came twice".formatted(event.id()));
    }
  }

  private void sameAgain() {
    List<String> first = evidence.followed().stream().map(FeedEvent::id).toList();
    List<String> again = evidence.reread().stream().map(FeedEvent::id).toList();
    int same = 0;
    while (same < Math.min(first.size(), again.size()) && first.get(same).equals(again.get(same))) {
      same++;
    }
    violations.unless(
        first.equals(again),
        "the feed of %d events reads otherwise the second time, %d of them, from place %d on"
            .formatted(first.size(), again.size(), same));
  }

  private void complete(String id, JsonNode order, List<FeedEvent> events) {
    List<String> types = events.stream().map(FeedEvent::type).toList();
    List<FeedEvent> terminal = events.stream().filter(FeedEvent::terminal).toList();
    violations.unless(
        !types.isEmpty()
            && types.getFirst().equals("call_order.accepted")
            && types.lastIndexOf("call_order.accepted") == 0,
        "order %s does not begin with its acceptance: %s".formatted(id, types));
    violations.unless(
        terminal.size() == 1
            && terminal.getFirst().type().equals("call_order." + order.path("status").asText()),
        "order %s is %s, and its events are %s".formatted(id, order.path("status"), types));
    violations.unless(
        terminal.isEmpty() || lastOfOrder(events).terminal(),
        "order %s goes on after its end: %s".formatted(id, types));
    int count = order.path("attempt_count").asInt();
    violations.unless(
        times("call.started", types) == count && times("call.ended", types) == count,
        "order %s has %d attempts, and its events are %s".formatted(id, count, types));
  }

  private static FeedEvent lastOfOrder(List<FeedEvent> events) {
    return events.stream()
        .filter(event -> event.type().startsWith("call_order."))
        .toList()
        .getLast();
  }

  private static long times(String type, List<String> types) {
    return types.stream().filter(type::equals).count();
  }
}
