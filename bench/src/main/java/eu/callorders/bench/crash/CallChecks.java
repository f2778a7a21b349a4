package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.PlacedCall;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** No attempt was placed twice, no number called twice at once, and no placed call is missing. */
record CallChecks(Map<String, JsonNode> orders, List<PlacedCall> placed, Violations violations) {

  static void check(CampaignRecord evidence, Violations violations) {
    List<PlacedCall> calls = evidence.calls();
    if (calls != null) {
      CallChecks checks = new CallChecks(evidence.orders(), placed(calls), violations);
      eachPlacedOnce(calls, violations);
      checks.withinLimit();
      checks.shown();
      neverTwoAtOnce(calls, violations);
    }
  }

  static List<PlacedCall> placed(List<PlacedCall> calls) {
    return calls.stream().filter(call -> call.endedAt() == null).toList();
  }

  static void eachPlacedOnce(List<PlacedCall> calls, Violations violations) {
    placed(calls).stream()
        .collect(Collectors.groupingBy(PlacedCall::attemptId))
        .forEach(
            (attempt, lines) ->
                violations.unless(
                    lines.size() == 1, "attempt %s was placed: %s".formatted(attempt, lines)));
  }

  private void withinLimit() {
    placed.stream()
        .collect(Collectors.groupingBy(PlacedCall::orderId))
        .forEach(
            (id, calls) -> {
              JsonNode order = orders.get(id);
              int most = order == null ? 0 : order.at("/scheduling/max_attempts").asInt();
              violations.unless(
                  calls.size() <= most, "order %s was dialed %d times".formatted(id, calls.size()));
            });
  }

  /** Every placed call is a Call, and every Call was placed unless its outcome is unknown. */
  private void shown() {
    Set<String> placed =
        this.placed.stream().map(PlacedCall::attemptId).collect(Collectors.toUnmodifiableSet());
    Set<String> shown = new HashSet<>();
    for (JsonNode order : orders.values()) {
      for (JsonNode call : order.path("calls")) {
        String id = call.path("id").asText();
        shown.add(id);
        violations.unless(
            placed.contains(id) || call.path("disposition").asText().equals("failed"),
            "call %s of order %s was never placed: %s".formatted(id, order.path("id"), call));
      }
    }
    for (String attempt : placed) {
      violations.unless(
          shown.contains(attempt), "attempt %s was placed and is not shown".formatted(attempt));
    }
  }

  static void neverTwoAtOnce(List<PlacedCall> calls, Violations violations) {
    Map<String, Instant> ends = new HashMap<>();
    for (PlacedCall call : calls) {
      if (call.endedAt() != null) {
        ends.put(call.attemptId(), call.endedAt());
      }
    }
    placed(calls).stream()
        .collect(Collectors.groupingBy(PlacedCall::to))
        .forEach((number, ofNumber) -> oneAfterTheOther(number, ofNumber, ends, violations));
  }

  private static void oneAfterTheOther(
      String number, List<PlacedCall> calls, Map<String, Instant> ends, Violations violations) {
    PlacedCall before = null;
    for (PlacedCall call :
        calls.stream().sorted(Comparator.comparing(PlacedCall::placedAt)).toList()) {
      if (before != null && ends.containsKey(before.attemptId())) {
        Instant end = Objects.requireNonNull(ends.get(before.attemptId()));
        violations.unless(
            !call.placedAt().isBefore(end),
            "%s was called by %s while %s was running"
                .formatted(number, call.attemptId(), before.attemptId()));
      }
      before = call;
    }
  }
}
