package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What makes two revisions of an order differ. */
final class OrderChanges {
  /** What changes with everything else, and what is shown elsewhere. */
  private static final Set<String> PASSED_OVER = Set.of("/updated_at", "/calls");

  /**
   * @param pointer of a member without members of its own
   * @param before empty when it was not there
   * @param now empty when it is gone
   */
  record Change(String pointer, String before, String now) {}

  private OrderChanges() {}

  static List<Change> between(JsonNode before, JsonNode now) {
    Map<String, String> old = leaves(before);
    Map<String, String> fresh = leaves(now);
    Set<String> pointers = new TreeSet<>(old.keySet());
    pointers.addAll(fresh.keySet());
    List<Change> changes = new ArrayList<>();
    for (String pointer : pointers) {
      String was = old.getOrDefault(pointer, "");
      String is = fresh.getOrDefault(pointer, "");
      if (!was.equals(is)) {
        changes.add(new Change(pointer, was, is));
      }
    }
    return changes;
  }

  private static Map<String, String> leaves(JsonNode order) {
    Map<String, String> leaves = new TreeMap<>();
    collect("", order, leaves);
    return leaves;
  }

  private static void collect(String pointer, JsonNode json, Map<String, String> leaves) {
    if (PASSED_OVER.contains(pointer)) {
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
