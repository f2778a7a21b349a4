package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.sequence.CalendarDuration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Validates a sequence version beyond the schema. */
public final class SequenceRules {
  private static final int MAX_STEPS = 20;

  private final Function<JsonNode, List<FieldError>> schedulingFaults;

  /**
   * @param schedulingFaults the faults of a scheduling block, with pointers that start with {@code
   *     /scheduling}
   */
  public SequenceRules(Function<JsonNode, List<FieldError>> schedulingFaults) {
    this.schedulingFaults = schedulingFaults;
  }

  /** The faults of a body; values that violate the schema are skipped. */
  public List<FieldError> faults(JsonNode body) {
    List<FieldError> faults = new ArrayList<>();
    JsonNode steps = body.path("steps");
    if (!steps.isArray() || steps.size() > MAX_STEPS) {
      return faults;
    }
    Set<String> ids = new HashSet<>();
    for (int index = 0; index < steps.size(); index++) {
      String pointer = "/steps/" + index;
      JsonNode step = steps.get(index);
      JsonNode id = step.path("id");
      if (id.isTextual() && !ids.add(id.asText())) {
        faults.add(
            FieldError.body(
                pointer + "/id",
                "not_unique",
                "names an earlier step too",
                Map.of("rule", "step", "value", id.asText())));
      }
      faults.addAll(stepFaults(step, pointer));
    }
    return faults;
  }

  private List<FieldError> stepFaults(JsonNode step, String pointer) {
    return switch (step.path("type").asText()) {
      case "wait" -> waitFaults(step.path("after"), pointer + "/after");
      case "create_order" ->
          schedulingFaults.apply(step.path("scheduling")).stream()
              .map(fault -> fault.within(pointer))
              .toList();
      default -> List.of();
    };
  }

  private static List<FieldError> waitFaults(JsonNode after, String pointer) {
    Optional<CalendarDuration> min = duration(after.path("min"));
    Optional<CalendarDuration> max = duration(after.path("max"));
    return min.isPresent() && max.isPresent() && min.get().compareTo(max.get()) > 0
        ? List.of(
            FieldError.body(
                pointer,
                "inconsistent",
                "min must not be longer than max",
                Map.of("rule", "not_longer", "first", "min", "second", "max")))
        : List.of();
  }

  private static Optional<CalendarDuration> duration(JsonNode text) {
    return text.isTextual() ? CalendarDuration.parse(text.asText()) : Optional.empty();
  }
}
