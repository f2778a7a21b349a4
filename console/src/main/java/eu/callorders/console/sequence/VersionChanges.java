package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
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
  private static final int MAX_NAMED_STEPS = 3;

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

  /** Names the changes. */
  String describe(Texts texts) {
    List<String> parts = new ArrayList<>();
    addSteps(parts, texts, "compared.added", added);
    addSteps(parts, texts, "compared.removed", removed);
    addSteps(parts, texts, "compared.changed", changed);
    addIf(moved, parts, texts.get("compared.moved"));
    addIf(trigger, parts, texts.get("compared.trigger"));
    addIf(exits, parts, texts.get("compared.exits"));
    return parts.isEmpty() ? texts.get("compared.same") : String.join("; ", parts);
  }

  private static void addSteps(List<String> parts, Texts texts, String key, List<String> steps) {
    if (!steps.isEmpty()) {
      int more = steps.size() - MAX_NAMED_STEPS;
      String named = String.join(", ", steps.subList(0, Math.min(MAX_NAMED_STEPS, steps.size())));
      String all = more > 0 ? texts.get("compared.more", named, more) : named;
      parts.add(texts.get(key, steps.size(), all));
    }
  }

  private static void addIf(boolean changed, List<String> parts, String text) {
    if (changed) {
      parts.add(text);
    }
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
