package eu.callorders.console.sequence;

import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.List;

/** Describes the changes between two versions. */
final class VersionChangeFormatter {
  private static final int MAX_NAMED_STEPS = 3;

  private final Texts texts;

  VersionChangeFormatter(Texts texts) {
    this.texts = texts;
  }

  String format(VersionChanges changes) {
    List<String> parts = new ArrayList<>();
    addSteps(parts, "compared.added", changes.added());
    addSteps(parts, "compared.removed", changes.removed());
    addSteps(parts, "compared.changed", changes.changed());
    addPart(parts, "compared.moved", changes.moved());
    addPart(parts, "compared.trigger", changes.trigger());
    addPart(parts, "compared.exits", changes.exits());
    return changes.isNone() ? texts.get("compared.same") : String.join("; ", parts);
  }

  private void addSteps(List<String> parts, String key, List<String> steps) {
    if (!steps.isEmpty()) {
      int more = steps.size() - MAX_NAMED_STEPS;
      String named = String.join(", ", steps.subList(0, Math.min(MAX_NAMED_STEPS, steps.size())));
      String all = more > 0 ? texts.get("compared.more", named, more) : named;
      parts.add(texts.get(key, steps.size(), all));
    }
  }

  private void addPart(List<String> parts, String key, boolean changed) {
    if (changed) {
      parts.add(texts.get(key));
    }
  }
}
