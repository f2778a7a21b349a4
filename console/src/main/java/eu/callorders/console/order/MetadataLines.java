package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Metadata as lines of {@code name=value}. A backslash goes before a backslash and before an equals
 * sign in a name, and {@code \n} is a line break, so that whatever a program wrote survives.
 */
final class MetadataLines {
  /** What is told of a line that is none: a key among the texts. */
  static final String FAULT = "metadata.fault";

  private static final Pattern LINE = Pattern.compile("((?:[^=\\\\]|\\\\.)+)=(.*)");
  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

  private MetadataLines() {}

  static String text(JsonNode metadata) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, JsonNode> one : metadata.properties()) {
      lines.add(escaped(one.getKey()).replace("=", "\\=") + "=" + escaped(one.getValue().asText()));
    }
    return String.join("\n", lines);
  }

  /**
   * Reads lines. Values are texts, but for those that stand as they stood before: a number stays a
   * number.
   *
   * @return empty when a line is none
   */
  static Optional<JsonNode> read(String lines, JsonNode before) {
    ObjectNode metadata = Json.object();
    for (String line : lines.lines().filter(it -> !it.isBlank()).toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        return Optional.empty();
      }
      String name = plain(parts.group(1)).strip();
      String value = plain(parts.group(2));
      JsonNode known = before.path(name);
      if (known.isValueNode() && known.asText().equals(value)) {
        metadata.set(name, known);
      } else {
        metadata.put(name, value.strip());
      }
    }
    return Optional.of(metadata);
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n");
  }

  private static String plain(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    switch (found.group(1)) {
                      case "n" -> "\n";
                      case "r" -> "\r";
                      default -> found.group(1);
                    }));
  }
}
