package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Every acknowledged signal exists once, and had the effects that its response named. */
record SignalChecks(CampaignRecord evidence, Violations violations) {
  static final Set<String> OVER =
      Set.of(
          "enrollment.completed", "enrollment.exited", "enrollment.canceled", "enrollment.failed");

  static void check(CampaignRecord evidence, Violations violations) {
    SignalChecks checks = new SignalChecks(evidence, violations);
    checks.recorded();
    checks.inOrder();
  }

  private void recorded() {
    Map<String, List<String>> announced =
        evidence.followed().stream()
            .filter(event -> event.type().equals("signal.received"))
            .collect(
                Collectors.groupingBy(
                    event -> event.text("dedupe_key"),
                    Collectors.mapping(event -> event.text("id"), Collectors.toList())));
    Map<String, String> starters = new LinkedHashMap<>();
    for (Ledger.SignalEntry entry : evidence.ledger().signals()) {
      String key = entry.signal.key();
      List<String> ids = List.copyOf(entry.ids);
      violations.unless(ids.size() == 1, "signal %s was acknowledged as %s".formatted(key, ids));
      violations.unless(
          announced.getOrDefault(key, List.of()).equals(ids),
          "signal %s was acknowledged as %s and announced as %s"
              .formatted(key, ids, announced.get(key)));
      ids.forEach(id -> shown(entry, id));
      ids.forEach(id -> entry.enrolled().forEach(one -> starters.put(one, id)));
    }
    Map<String, JsonNode> enrollments = evidence.shown().enrollments();
    enrollments.forEach(
        (id, enrollment) ->
            violations.unless(
                enrollment.path("triggered_by_signal_id").asText().equals(starters.remove(id)),
                "enrollment %s was started by no signal that says so".formatted(id)));
    starters.forEach(
        (id, signal) -> violations.add("enrollment %s of signal %s is lost".formatted(id, signal)));
  }

  private void shown(Ledger.SignalEntry entry, String id) {
    JsonNode signal = evidence.shown().signals().get(id);
    violations.unless(signal != null, "signal %s was acknowledged and is lost".formatted(id));
    violations.unless(
        signal == null
            || (signal.path("dedupe_key").asText().equals(entry.signal.key())
                && signal.path("signal_type").asText().equals(entry.signal.type())
                && signal.path("subject_reference").asText().equals(entry.signal.reference())
                && signal.path("triggered").equals(entry.triggered)),
        "signal %s is not what was acknowledged: %s, %s".formatted(id, signal, entry.triggered));
  }

  private void inOrder() {
    Map<String, Map<String, FeedEvent>> running = new LinkedHashMap<>();
    for (FeedEvent event : evidence.followed()) {
      Map<String, FeedEvent> ofPerson =
          running.computeIfAbsent(
              event.text("subject_reference"), ignored -> new LinkedHashMap<>());
      if (event.type().equals("enrollment.started")) {
        begun(event, ofPerson);
      } else if (OVER.contains(event.type())) {
        ofPerson.remove(event.enrollmentId());
      } else if (event.type().equals("signal.received")) {
        ends(event, ofPerson);
      }
    }
  }

  private void begun(FeedEvent event, Map<String, FeedEvent> ofPerson) {
    String sequence = event.text("sequence_key");
    for (FeedEvent other : ofPerson.values()) {
      violations.unless(
          !other.text("sequence_key").equals(sequence),
          "%s was enrolled while %s was running".formatted(event.enrollmentId(), other.data()));
    }
    ofPerson.put(event.enrollmentId(), event);
  }

  private void ends(FeedEvent signal, Map<String, FeedEvent> ofPerson) {
    String type = signal.text("signal_type");
    Set<String> expected = new LinkedHashSet<>();
    ofPerson.forEach(
        (id, started) -> {
          boolean steady = started.text("sequence_key").equals("steady");
          if (CampaignSequence.OF_PLATFORM.contains(type)
              || (steady && type.equals(CampaignSequence.CREDITED))) {
            expected.add(id);
          }
        });
    Set<String> ended = new LinkedHashSet<>();
    for (JsonNode one : signal.data().path("triggered")) {
      if (one.path("effect").asText().equals("exited")) {
        ended.add(one.path("enrollment_id").asText());
      }
    }
    violations.unless(
        ended.equals(expected),
        "signal %s ended %s, but %s were running".formatted(signal.data(), ended, expected));
    for (String id : expected) {
      JsonNode enrollment = evidence.shown().enrollments().get(id);
      violations.unless(
          enrollment != null
              && enrollment.path("status").asText().equals("exited")
              && Objects.equals(enrollment.path("exit_reason").asText(), type),
          "enrollment %s went on after %s: %s".formatted(id, type, enrollment));
    }
  }
}
