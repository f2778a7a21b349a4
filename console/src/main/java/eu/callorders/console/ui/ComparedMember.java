package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A member of two versions, as text.
 *
 * @param before empty if it was added
 * @param now empty if it was removed
 */
public record ComparedMember(String name, String before, String now) {
  boolean isChanged() {
    return !before.equals(now);
  }

  /** The members of both, in the order of the first and then of the second. */
  public static List<ComparedMember> of(Map<String, String> before, Map<String, String> now) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(now.keySet());
    return names.stream()
        .map(
            name ->
                new ComparedMember(name, before.getOrDefault(name, ""), now.getOrDefault(name, "")))
        .toList();
  }

  /** The values of an object by their API names, those of inner objects after a dot. */
  public static Map<String, String> values(JsonNode object) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = member.getKey();
      JsonNode value = member.getValue();
      if (value.isObject() && !value.isEmpty()) {
        values(value).forEach((inner, text) -> values.put(name + "." + inner, text));
      } else {
        values.put(name, value.isValueNode() ? value.asText() : value.toString());
      }
    }
    return values;
  }
}
