package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Formats a JSON response as text: a line per member, a table per list. */
public final class TextFormatter {
  private static final String GAP = "  ";

  private final StringBuilder text = new StringBuilder();

  private TextFormatter() {}

  /**
   * The text, with a trailing line break.
   *
   * @param columns members to show of a page's rows; empty for all
   */
  public static String of(JsonNode response, List<String> columns) {
    TextFormatter formatter = new TextFormatter();
    if (response.has("has_more")) {
      formatter.table(response.path("data"), columns);
      if (response.path("has_more").asBoolean()) {
        formatter.text.append("more");
        if (response.has("next_cursor")) {
          formatter.text.append(": --after ").append(response.path("next_cursor").asText());
        }
        formatter.text.append('\n');
      }
    } else {
      formatter.object(response);
    }
    return formatter.text.toString();
  }

  private void object(JsonNode object) {
    Map<String, String> lines = new LinkedHashMap<>();
    Map<String, JsonNode> tables = new LinkedHashMap<>();
    collect("", object, lines, tables);
    int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
    lines.forEach((name, value) -> line(List.of(name, value), List.of(width, 0)));
    tables.forEach(
        (name, rows) -> {
          text.append('\n').append(name).append('\n');
          table(rows, List.of());
        });
  }

  private static void collect(
      String prefix, JsonNode object, Map<String, String> lines, Map<String, JsonNode> tables) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = prefix + member.getKey();
      JsonNode value = member.getValue();
      if (value instanceof ObjectNode) {
        collect(name + ".", value, lines, tables);
      } else if (value.path(0).isObject()) {
        tables.put(name, value);
      } else {
        lines.put(name, plain(value));
      }
    }
  }

  private void table(JsonNode rows, List<String> chosen) {
    if (rows.isEmpty()) {
      text.append("(none)\n");
      return;
    }
    List<String> columns = chosen.isEmpty() ? names(rows) : chosen;
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns);
    rows.forEach(row -> cells.add(columns.stream().map(name -> plain(row.path(name))).toList()));
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      int index = column;
      widths.add(cells.stream().mapToInt(line -> line.get(index).length()).max().orElse(0));
    }
    cells.forEach(line -> line(line, widths));
  }

  private static List<String> names(JsonNode rows) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> row.fieldNames().forEachRemaining(names::add));
    return List.copyOf(names);
  }

  private void line(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      line.append(cell).append(" ".repeat(Math.max(0, widths.get(column) - cell.length())));
      line.append(GAP);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  /** Absent values are empty; nested ones are JSON. */
  private static String plain(JsonNode value) {
    if (value.isArray() && Json.items(value).allMatch(JsonNode::isValueNode)) {
      return String.join(", ", Json.items(value).map(JsonNode::asText).toList());
    }
    return value.isContainerNode() ? value.toString() : value.asText();
  }
}
