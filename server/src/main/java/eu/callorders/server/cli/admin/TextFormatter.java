package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.http.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An answer for people: a line per member, a table per list. */
final class TextFormatter {
  private static final String GAP = "  ";

  private final StringBuilder text = new StringBuilder();

  private TextFormatter() {}

  /**
   * Ends with a line break.
   *
   * @param columns which members a page shows of its rows; all when empty
   */
  static String of(JsonNode answer, List<String> columns) {
    TextFormatter form = new TextFormatter();
    if (answer.has("has_more")) {
      form.table(answer.path("data"), columns);
      if (answer.path("has_more").asBoolean()) {
        form.text.append("more: --after ").append(answer.path("next_cursor").asText()).append('\n');
      }
    } else {
      form.object(answer);
    }
    return form.text.toString();
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
      int place = column;
      widths.add(cells.stream().mapToInt(line -> line.get(place).length()).max().orElse(0));
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

  /** What is absent is empty; what is deep is JSON. */
  private static String plain(JsonNode value) {
    if (value.isArray() && Json.items(value).allMatch(JsonNode::isValueNode)) {
      return String.join(", ", Json.items(value).map(JsonNode::asText).toList());
    }
    return value.isContainerNode() ? value.toString() : value.asText();
  }
}
