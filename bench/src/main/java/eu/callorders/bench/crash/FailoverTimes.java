package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How long work lay still because the node that had it was gone. */
final class FailoverTimes {
  /** After these the next event comes at once, if a node works. */
  private static final Set<String> ON_ITS_WAY =
      Set.of(
          "call_order.accepted",
          "call_order.dialing",
          "call_order.in_progress",
          "call.started",
          "call.answered",
          "call.ended");

  /** Their courses take long by themselves: a report that is late, or never comes. */
  private static final Set<String> SLOW = Set.of("40", "41");

  private FailoverTimes() {}

  record Longest(Duration time, String orderId, String after) {}

  /** The longest time from the loss of a node to the next event of an order that was in work. */
  static Longest longest(CampaignRecord evidence) {
    Map<String, List<FeedEvent>> byOrder = FeedChecks.byOrder(evidence.followed());
    byOrder.keySet().removeIf(id -> slow(evidence, id));
    Set<String> alone = alone(evidence);
    Longest longest = new Longest(Duration.ZERO, "", "");
    for (InjectedFault fault : evidence.disturbances()) {
      if (fault.kind().takesNode()) {
        for (String id : byOrder.keySet()) {
          Longest other =
              of(id, byOrder.getOrDefault(id, List.of()), fault.at(), alone.contains(id));
          longest = other.time().compareTo(longest.time()) > 0 ? other : longest;
        }
      }
    }
    return longest;
  }

  /** While an enrollment is paused its orders lie still for a reason. */
  private static boolean slow(CampaignRecord evidence, String orderId) {
    JsonNode order = evidence.orders().getOrDefault(orderId, MissingNode.getInstance());
    String phone = phone(evidence, orderId);
    return evidence.ledger().pauses().containsKey(order.path("enrollment_id").asText())
        || phone.length() < 2
        || SLOW.contains(phone.substring(phone.length() - 2));
  }

  private static String phone(CampaignRecord evidence, String orderId) {
    JsonNode order = evidence.orders().getOrDefault(orderId, MissingNode.getInstance());
    return order.at("/contacts/0/value").asText();
  }

  private static Longest of(String orderId, List<FeedEvent> events, Instant lost, boolean alone) {
    for (int next = 1; next < events.size(); next++) {
      FeedEvent before = events.get(next - 1);
      Instant at = events.get(next).recordedAt();
      if (!before.recordedAt().isAfter(lost) && at.isAfter(lost) && inWork(before, lost, alone)) {
        return new Longest(
            Duration.between(lost, at),
            orderId,
            before.type() + " at " + before.recordedAt() + ", lost at " + lost);
      }
    }
    return new Longest(Duration.ZERO, orderId, "");
  }

  /** Orders whose person has no other; else the gap between calls may hold them. */
  private static Set<String> alone(CampaignRecord evidence) {
    return evidence.orders().keySet().stream()
        .collect(Collectors.groupingBy(id -> phone(evidence, id)))
        .values()
        .stream()
        .filter(orders -> orders.size() == 1)
        .map(List::getFirst)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean inWork(FeedEvent last, Instant now, boolean alone) {
    if (last.type().equals("call_order.scheduled")) {
      String next = last.data().path("next_attempt_at").asText("");
      return alone && !next.isEmpty() && !Instant.parse(next).isAfter(now.plus(last.clockOffset()));
    }
    return ON_ITS_WAY.contains(last.type());
  }
}
