package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The differences between two revisions of an order. */
final class OrderChanges {
  /** Members that every change touches or that other panes show. */
  private static final Set<String> IGNORED = Set.of("/updated_at", "/calls");

  /** A changed scalar: empty before if it was added, empty now if it was removed. */
  record Change(String pointer, String before, String now) {}

  private OrderChanges() {}

  static List<Change> compare(JsonNode before, JsonNode now) {
    Map<String, String> oldValues = new TreeMap<>();
    Map<String, String> newValues = new TreeMap<>();
    collect("", before, oldValues);
    collect("", now, newValues);
    Set<String> pointers = new TreeSet<>(oldValues.keySet());
    pointers.addAll(newValues.keySet());
    return pointers.stream()
        .map(
            pointer ->
                new Change(
                    pointer,
                    oldValues.getOrDefault(pointer, ""),
                    newValues.getOrDefault(pointer, "")))
        .filter(change -> !change.before().equals(change.now()))
        .toList();
  }

  /** Collects the scalars by their pointers. */
  private static void collect(String pointer, JsonNode json, Map<String, String> leaves) {
    if (IGNORED.contains(pointer)) {
      return;
    }
    if (json.isValueNode()) {
      leaves.put(pointer, json.asText(""));
    }
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      collect(pointer + "/" + member.getKey(), member.getValue(), leaves);
    }
    if (json.isArray()) {
      for (int i = 0; i < json.size(); i++) {
        JsonNode element = json.get(i);
        collect(pointer + "/" + i, element == null ? MissingNode.getInstance() : element, leaves);
      }
    }
  }
}
