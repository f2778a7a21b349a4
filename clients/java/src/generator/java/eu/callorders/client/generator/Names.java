package eu.callorders.client.generator;

import java.util.Locale;
import java.util.Set;

/** Java names and documentation texts of the contract's names and texts. */
final class Names {
  /** Words of the language, and final methods of {@code Object}. */
  private static final Set<String> RESERVED =
      Set.of(
          "case", "class", "default", "for", "import", "new", "notify", "package", "public",
          "switch", "wait");

  private Names() {}

  /** {@code next_attempt_at} becomes {@code NextAttemptAt}. */
  static String type(String name) {
    StringBuilder camel = new StringBuilder();
    for (String part : name.split("[^A-Za-z0-9]+")) {
      if (!part.isEmpty()) {
        camel.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
      }
    }
    return camel.toString();
  }

  /** {@code next_attempt_at} becomes {@code nextAttemptAt}. */
  static String member(String name) {
    String type = type(name);
    String member = Character.toLowerCase(type.charAt(0)) + type.substring(1);
    return RESERVED.contains(member) ? member + "Value" : member;
  }

  /** {@code call_order.*} becomes {@code CALL_ORDER_ALL}. */
  static String constant(String value) {
    return value.replace("*", "all").replaceAll("[^A-Za-z0-9]+", "_").toUpperCase(Locale.ROOT);
  }

  /** The name of one item of a list: {@code attempts} becomes {@code Attempt}. */
  static String item(String property) {
    String type = type(property);
    return type.endsWith("s") ? type.substring(0, type.length() - 1) : type;
  }

  /** The text of a description as one paragraph of Javadoc. */
  static String javadoc(String description) {
    return description
        .strip()
        .replaceAll("\\s+", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("*/", "*&#47;")
        .replace("@", "&#64;")
        .replaceAll("`([^`{}]*)`", "{@code $1}");
  }
}
