package eu.callorders.core.telephony.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds an object in the order of its members; null values are omitted. */
final class ObjectBuilder {
  private final Map<String, Object> members = new LinkedHashMap<>();

  ObjectBuilder with(String name, @Nullable Object value) {
    if (value != null) {
      members.put(name, value);
    }
    return this;
  }

  Map<String, Object> build() {
    return members;
  }
}
