package eu.callorders.console.sequence;

import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.List;

/** Describes the changes between two versions. */
final class VersionChangeFormatter {
  private static final int NAMED = 3;

  private final Texts texts;

  VersionChangeFormatter(Texts texts) {
    this.texts = texts;
  }

  String of(VersionChanges changes) {
    List<String> parts = new ArrayList<>();
    steps(parts, "compared.added", changes.added());
    steps(parts, "compared.removed", changes.removed());
    steps(parts, "compared.changed", changes.changed());
    part(parts, "compared.moved", changes.moved());
    part(parts, "compared.trigger", changes.trigger());
    part(parts, "compared.exits", changes.exits());
    return changes.isNone() ? texts.get("compared.same") : String.join("; ", parts);
  }

  private void steps(List<String> parts, String key, List<String> steps) {
    if (!steps.isEmpty()) {
      int more = steps.size() - NAMED;
      String named = String.join(", ", steps.subList(0, Math.min(NAMED, steps.size())));
      String all = more > 0 ? texts.get("compared.more", named, more) : named;
      parts.add(texts.get(key, steps.size(), all));
    }
  }

  private void part(List<String> parts, String key, boolean changed) {
    if (changed) {
      parts.add(texts.get(key));
    }
  }
}
