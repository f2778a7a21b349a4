package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.steps.SequenceSteps;
import eu.callorders.console.steps.StepState;
import java.util.List;
import java.util.function.Predicate;

/**
 * An enrollment with its sequence, orders and events.
 *
 * @param sequence with all its versions; missing when unreadable
 * @param orders created by the enrollment
 * @param events oldest first; empty without {@code events:read}
 */
record EnrollmentDetail(
    JsonNode enrollment, JsonNode sequence, List<JsonNode> orders, List<JsonNode> events) {
  String id() {
    return enrollment.path("id").asText();
  }

  /** Reference of the person; empty once erased. */
  String subject() {
    return enrollment.path("subject_reference").asText("");
  }

  String status() {
    return enrollment.path("status").asText();
  }

  /** The version that it was enrolled in; missing when unknown. */
  JsonNode version() {
    for (JsonNode version : sequence.path("versions")) {
      if (version.path("version").asInt() == enrollment.path("sequence_version").asInt()) {
        return version;
      }
    }
    return MissingNode.getInstance();
  }

  boolean hasEnded() {
    return enrollment.path("ended_at").isTextual();
  }

  /** Suffix of the text key of a remark on its steps; empty for none. */
  String stepsRemark() {
    String step = enrollment.path("current_step_id").asText();
    if (sequence.isMissingNode()) {
      return "away";
    }
    if (version().isMissingNode()) {
      return "unknown_version";
    }
    if (!step.isEmpty() && SequenceSteps.of(version()).steps().stream().noneMatch(hasId(step))) {
      return "unknown_step";
    }
    return sequence.path("status").asText().equals("archived") && !hasEnded() ? "archived" : "";
  }

  private static Predicate<StepState> hasId(String step) {
    return state -> state.id().equals(step);
  }

  SequenceSteps steps() {
    return SequenceSteps.withProgress(version(), enrollment, orders, events);
  }

  boolean allows(EnrollmentAction action) {
    return switch (action) {
      case PAUSE -> status().equals("active");
      case RESUME -> status().equals("paused");
      case CANCEL -> status().equals("active") || status().equals("paused");
    };
  }
}
