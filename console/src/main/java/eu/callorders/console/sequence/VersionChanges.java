package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The changes from one version to another.
 *
 * @param added identifiers of new steps
 * @param removed identifiers of removed steps
 * @param changed identifiers of changed steps
 * @param moved whether common steps changed their order
 * @param trigger whether the trigger changed
 * @param exits whether the exit conditions changed
 */
record VersionChanges(
    List<String> added,
    List<String> removed,
    List<String> changed,
    boolean moved,
    boolean trigger,
    boolean exits) {

  static VersionChanges compare(JsonNode before, JsonNode now) {
    Map<String, JsonNode> oldSteps = steps(before);
    Map<String, JsonNode> newSteps = steps(now);
    List<String> common = newSteps.keySet().stream().filter(oldSteps::containsKey).toList();
    return new VersionChanges(
        difference(newSteps, oldSteps),
        difference(oldSteps, newSteps),
        common.stream().filter(id -> !Objects.equals(newSteps.get(id), oldSteps.get(id))).toList(),
        !common.equals(oldSteps.keySet().stream().filter(newSteps::containsKey).toList()),
        !before.path("trigger").equals(now.path("trigger")),
        !before.path("exit_conditions").equals(now.path("exit_conditions")));
  }

  boolean isNone() {
    return added.isEmpty()
        && removed.isEmpty()
        && changed.isEmpty()
        && !moved
        && !trigger
        && !exits;
  }

  private static Map<String, JsonNode> steps(JsonNode version) {
    Map<String, JsonNode> steps = new LinkedHashMap<>();
    version.path("steps").forEach(step -> steps.put(step.path("id").asText(), step));
    return steps;
  }

  private static List<String> difference(
      Map<String, JsonNode> steps, Map<String, JsonNode> others) {
    return steps.keySet().stream().filter(id -> !others.containsKey(id)).toList();
  }
}
