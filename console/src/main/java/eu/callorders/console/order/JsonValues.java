package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Members of what the service sent, which may lack any of them. */
final class JsonValues {
  private JsonValues() {}

  /** The text of a member of members; empty where there is none, or no plain value. */
  static String text(JsonNode json, String... path) {
    JsonNode at = json;
    for (String name : path) {
      at = at.path(name);
    }
    return at.asText("");
  }

  /** Those that are not empty, with that between them. */
  static String joined(String between, String first, String second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + between + second;
  }

  /** An amount with its currency. */
  static String money(JsonNode money) {
    return joined(" ", text(money, "value"), text(money, "currency"));
  }

  /** Null for what is no timestamp. */
  static @Nullable Instant instant(String timestamp) {
    try {
      return Instant.parse(timestamp);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
