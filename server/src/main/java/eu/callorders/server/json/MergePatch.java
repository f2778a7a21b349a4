package eu.callorders.server.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON merge patch (RFC 7396) with members that are replaced as a whole. */
public final class MergePatch {
  private MergePatch() {}

  /**
   * The patched copy.
   *
   * @param target null counts as an empty object
   * @param replaced names of members, at any depth, whose objects are replaced instead of merged
   */
  public static ObjectNode apply(
      @Nullable JsonNode target, ObjectNode patch, Set<String> replaced) {
    ObjectNode merged = target instanceof ObjectNode object ? object.deepCopy() : Json.object();
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      String name = member.getKey();
      JsonNode value = member.getValue();
      if (value.isNull()) {
        merged.remove(name);
      } else if (value instanceof ObjectNode object && !replaced.contains(name)) {
        merged.set(name, apply(merged.get(name), object, replaced));
      } else {
        merged.set(name, value.deepCopy());
      }
    }
    return merged;
  }
}
