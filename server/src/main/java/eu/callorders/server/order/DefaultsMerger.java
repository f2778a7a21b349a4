package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Merges JSON values over defaults, member by member. */
final class DefaultsMerger {
  private DefaultsMerger() {}

  /** A copy of {@code base} with the members of {@code over} merged in, recursively. */
  static ObjectNode merge(JsonNode base, @Nullable JsonNode over) {
    ObjectNode merged = base.deepCopy();
    if (over instanceof ObjectNode members) {
      members
          .properties()
          .forEach(
              member -> {
                JsonNode below = merged.get(member.getKey());
                JsonNode value = member.getValue();
                boolean nested = below instanceof ObjectNode && value instanceof ObjectNode;
                merged.set(member.getKey(), nested ? merge(below, value) : value.deepCopy());
              });
    }
    return merged;
  }
}
