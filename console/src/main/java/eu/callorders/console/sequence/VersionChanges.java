package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What makes a version differ from another one.
 *
 * @param added steps that only this one has, by their identifiers
 * @param removed steps that only the other one has
 * @param changed steps that both have, but not alike
 * @param moved whether steps that both have come in another order
 * @param trigger whether people begin another way
 * @param exits whether people leave another way
 */
record VersionChanges(
    List<String> added,
    List<String> removed,
    List<String> changed,
    boolean moved,
    boolean trigger,
    boolean exits) {

  static VersionChanges between(JsonNode before, JsonNode now) {
    Map<String, JsonNode> old = steps(before);
    Map<String, JsonNode> fresh = steps(now);
    List<String> both = fresh.keySet().stream().filter(old::containsKey).toList();
    return new VersionChanges(
        without(fresh, old),
        without(old, fresh),
        both.stream().filter(id -> !Objects.equals(fresh.get(id), old.get(id))).toList(),
        !both.equals(old.keySet().stream().filter(fresh::containsKey).toList()),
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

  private static List<String> without(Map<String, JsonNode> some, Map<String, JsonNode> others) {
    return some.keySet().stream().filter(id -> !others.containsKey(id)).toList();
  }
}
