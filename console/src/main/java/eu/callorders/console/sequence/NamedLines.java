package eu.callorders.console.sequence;

import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values of a registry as lines of their names; other lines are values as they stand.
 *
 * @param names by value
 */
record NamedLines(Map<String, String> names) {
  /** With all values of that registry that the console knows. */
  static NamedLines of(Texts texts, String registry) {
    String prefix = registry + ".";
    Map<String, String> names = new TreeMap<>();
    texts.bundle().keySet().stream()
        .filter(key -> key.startsWith(prefix))
        .forEach(key -> names.put(key.substring(prefix.length()), texts.get(key)));
    return new NamedLines(names);
  }

  String format(List<String> values) {
    return String.join("\n", values.stream().map(it -> names.getOrDefault(it, it)).toList());
  }

  List<String> parse(String lines) {
    return split(lines).stream().map(this::value).toList();
  }

  static List<String> split(String lines) {
    return lines.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private String value(String line) {
    return names.entrySet().stream()
        .filter(entry -> entry.getValue().equalsIgnoreCase(line))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(line);
  }

  /** In the order of the alphabet. */
  List<String> choices() {
    return names.values().stream().sorted(String.CASE_INSENSITIVE_ORDER).toList();
  }
}
