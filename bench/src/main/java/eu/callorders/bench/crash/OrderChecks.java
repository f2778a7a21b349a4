package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What was acknowledged is there, once, and has ended once. */
record OrderChecks(CampaignRecord evidence, Violations violations) {
  static final Set<String> TERMINAL = Set.of("completed", "failed", "expired", "canceled");

  private static final List<String> RESULT =
      List.of("summary_code", "reachability", "engagement", "termination", "attempts", "ended_at");

  static void check(CampaignRecord evidence, Violations violations) {
    OrderChecks checks = new OrderChecks(evidence, violations);
    checks.keys();
    evidence.orders().values().forEach(checks::ended);
  }

  private void keys() {
    Map<String, List<String>> byKey =
        evidence.orders().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    order -> order.getValue().path("client_reference").asText(),
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    for (Ledger.Entry entry : evidence.ledger().entries()) {
      String key = entry.order.key();
      List<String> ids = byKey.getOrDefault(key, List.of());
      violations.unless(ids.size() <= 1, "key %s has orders %s".formatted(key, ids));
      violations.unless(
          entry.ids.size() <= 1, "key %s was acknowledged as %s".formatted(key, entry.ids));
      violations.unless(
          entry.ids.isEmpty() || entry.refusal == 0,
          "key %s was acknowledged and refused with %d".formatted(key, entry.refusal));
      violations.unless(
          entry.refusal == 0 || ids.isEmpty(),
          "key %s was refused, but made %s".formatted(key, ids));
      entry.ids.forEach(id -> acknowledged(entry, id));
    }
  }

  private void acknowledged(Ledger.Entry entry, String id) {
    JsonNode order = evidence.orders().get(id);
    violations.unless(order != null, "order %s was acknowledged and is lost".formatted(id));
    if (order == null) {
      return;
    }
    violations.unless(
        order.path("client_reference").asText().equals(entry.order.key())
            && order.at("/contacts/0/value").asText().equals(entry.order.phone())
            && order.at("/scheduling/max_attempts").asInt() == entry.order.maxAttempts(),
        "order %s is not what was ordered with key %s".formatted(id, entry.order.key()));
    violations.unless(
        !entry.canceled || order.path("status").asText().equals("canceled"),
        "order %s was canceled, but is %s".formatted(id, order.path("status")));
    violations.unless(
        entry.note.isEmpty() || order.at("/metadata/note").asText().equals(entry.note),
        "order %s lost its note %s".formatted(id, entry.note));
  }

  private void ended(JsonNode order) {
    String id = order.path("id").asText();
    violations.unless(
        TERMINAL.contains(order.path("status").asText()),
        "order %s has not ended: %s".formatted(id, order.path("status")));
    violations.unless(
        RESULT.stream().allMatch(order.path("result")::hasNonNull),
        "order %s has no whole result: %s".formatted(id, order.path("result")));
    int count = order.path("attempt_count").asInt();
    violations.unless(
        order.path("calls").size() == count && order.at("/result/attempts").asInt() == count,
        "order %s counts %d attempts, shows %d calls, and its result says %s"
            .formatted(id, count, order.path("calls").size(), order.at("/result/attempts")));
    violations.unless(
        count <= order.at("/scheduling/max_attempts").asInt(),
        "order %s was attempted %d times".formatted(id, count));
  }
}
