package eu.callorders.console.form;

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
 * Metadata as lines of {@code name=value}. A backslash escapes a backslash and an equals sign in a
 * name; {@code \n} and {@code \r} are line breaks.
 */
public final class MetadataFormat {
  /** Text key of the error that marks an unreadable line. */
  public static final String ERROR_KEY = "metadata.fault";

  private static final Pattern LINE = Pattern.compile("((?:[^=\\\\]|\\\\.)+)=(.*)");
  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

  private MetadataFormat() {}

  public static String format(JsonNode metadata) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : metadata.properties()) {
      lines.add(
          escape(entry.getKey()).replace("=", "\\=") + "=" + escape(entry.getValue().asText()));
    }
    return String.join("\n", lines);
  }

  /**
   * Parses lines. Values become texts, except unchanged ones, which keep their JSON type.
   *
   * @return empty when a line is not {@code name=value}
   */
  public static Optional<JsonNode> parse(String lines, JsonNode before) {
    ObjectNode metadata = Json.object();
    for (String line : lines.lines().filter(it -> !it.isBlank()).toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        return Optional.empty();
      }
      String name = unescape(parts.group(1)).strip();
      String value = unescape(parts.group(2));
      JsonNode previous = before.path(name);
      if (previous.isValueNode() && previous.asText().equals(value)) {
        metadata.set(name, previous);
      } else {
        metadata.put(name, value.strip());
      }
    }
    return Optional.of(metadata);
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n");
  }

  private static String unescape(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    switch (match.group(1)) {
                      case "n" -> "\n";
                      case "r" -> "\r";
                      default -> match.group(1);
                    }));
  }
}
