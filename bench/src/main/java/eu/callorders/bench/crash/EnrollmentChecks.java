package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Each enrollment takes its steps in order, none twice or left out, with one order to a step. */
record EnrollmentChecks(
    CampaignRecord evidence,
    Violations violations,
    Map<String, Map<String, String>> ordersOfSteps) {
  private static final Set<String> TERMINAL = Set.of("completed", "exited", "canceled", "failed");

  /** What begins something for a person; not while an enrollment is paused, nor after its end. */
  private static final Set<String> BEGINS =
      Set.of("call_order.accepted", "call_order.dialing", "enrollment.step_started");

  static void check(CampaignRecord evidence, Violations violations) {
    SignalChecks.check(evidence, violations);
    EnrollmentChecks checks = new EnrollmentChecks(evidence, violations, new HashMap<>());
    checks.oneOrderPerStep();
    Map<String, List<FeedEvent>> events =
        FeedChecks.by(FeedEvent::enrollmentId, evidence.followed());
    Map<String, JsonNode> enrollments = evidence.shown().enrollments();
    enrollments.forEach((id, one) -> checks.stepped(id, one, events.getOrDefault(id, List.of())));
    for (String id : events.keySet()) {
      violations.unless(
          enrollments.containsKey(id), "events name %s, which is unknown".formatted(id));
    }
  }

  static Map<String, Integer> ends(CampaignRecord evidence) {
    Map<String, Integer> ends = new TreeMap<>();
    for (JsonNode one : evidence.shown().enrollments().values()) {
      ends.merge(
          one.path("status").asText() + " " + one.path("exit_reason").asText(), 1, Integer::sum);
    }
    return ends;
  }

  private void oneOrderPerStep() {
    Map<String, JsonNode> orders = evidence.orders();
    orders.forEach(
        (id, order) -> {
          if (order.hasNonNull("enrollment_id")) {
            String enrollment = order.path("enrollment_id").asText();
            String step = order.path("sequence_step_id").asText();
            String other =
                ordersOfSteps
                    .computeIfAbsent(enrollment, ignored -> new HashMap<>())
                    .putIfAbsent(step, id);
            violations.unless(
                other == null,
                "step %s of %s made %s and %s".formatted(step, enrollment, other, id));
          }
        });
  }

  private void stepped(String id, JsonNode enrollment, List<FeedEvent> events) {
    String status = enrollment.path("status").asText();
    violations.unless(
        TERMINAL.contains(status), "enrollment %s has not ended: %s".formatted(id, status));
    violations.unless(
        !evidence.ledger().canceledEnrollments().contains(id) || status.equals("canceled"),
        "enrollment %s was canceled, but is %s".formatted(id, status));
    List<String> own =
        events.stream()
            .map(FeedEvent::type)
            .filter(type -> type.startsWith("enrollment."))
            .toList();
    violations.unless(
        !own.isEmpty()
            && own.getFirst().equals("enrollment.started")
            && own.lastIndexOf("enrollment.started") == 0
            && own.indexOf("enrollment." + status) == own.size() - 1,
        "enrollment %s is %s, and its events are %s".formatted(id, status, own));
    int pauses = evidence.ledger().pauses().getOrDefault(id, 0);
    violations.unless(
        own.stream().filter("enrollment.paused"::equals).count() == pauses,
        "enrollment %s was paused %s times, and its events are %s".formatted(id, pauses, own));
    steps(id, enrollment, events);
    nothingWhileItMayNot(id, events);
  }

  private void steps(String id, JsonNode enrollment, List<FeedEvent> events) {
    CampaignSequence sequence = CampaignSequence.of(enrollment.path("sequence_key").asText());
    List<String> taken = new ArrayList<>();
    List<String> orders = new ArrayList<>();
    for (FeedEvent event : events) {
      if (event.type().equals("enrollment.step_started")) {
        taken.add(event.text("current_step_id"));
        if (!event.orderId().isEmpty()) {
          orders.add(event.orderId());
        }
      }
    }
    boolean whole =
        enrollment.path("status").asText().equals("completed")
            && enrollment.path("exit_reason").isNull();
    int most = sequence.steps().size();
    violations.unless(
        taken.size() <= most
            && taken.equals(sequence.steps().subList(0, Math.min(most, taken.size())))
            && (!whole || taken.size() == most),
        "enrollment %s took the steps %s".formatted(id, taken));
    List<String> shown = new ArrayList<>();
    enrollment.path("call_order_ids").forEach(order -> shown.add(order.asText()));
    Map<String, String> made = ordersOfSteps.getOrDefault(id, Map.of());
    List<String> expected = new ArrayList<>();
    for (String step : sequence.steps()) {
      if (sequence.orders(step) && taken.contains(step)) {
        expected.add(made.getOrDefault(step, "none for " + step));
      }
    }
    violations.unless(
        shown.equals(expected) && orders.equals(expected) && made.size() == expected.size(),
        "enrollment %s shows the orders %s, announced %s, and has made %s"
            .formatted(id, shown, orders, made));
  }

  private void nothingWhileItMayNot(String id, List<FeedEvent> events) {
    String mayNot = "";
    for (FeedEvent event : events) {
      if (SignalChecks.OVER.contains(event.type())) {
        mayNot = "its end";
      }
      switch (event.type()) {
        case "enrollment.paused" -> mayNot = "its pause";
        case "enrollment.resumed" -> mayNot = "";
        default ->
            violations.unless(
                mayNot.isEmpty() || !BEGINS.contains(event.type()),
                "%s of enrollment %s came after %s".formatted(event, id, mayNot));
      }
    }
  }
}
