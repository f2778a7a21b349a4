package eu.callorders.client.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.files.InvalidFileException.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the body of an order of the cells of a row. */
final class ColumnMapping {
  private static final int MAX_INDEX = 20;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final LocalFormat format;

  /** The path of each column; empty for an ignored one. */
  private final List<String> paths;

  private final Map<String, String> constants;

  private ColumnMapping(LocalFormat format, List<String> paths, Map<String, String> constants) {
    this.format = format;
    this.paths = paths;
    this.constants = constants;
  }

  /**
   * @param chosen path by column; empty to ignore the column
   * @param constants value by path or short name, for all rows
   * @throws InvalidFileException naming every unknown, doubled and missing column
   */
  static ColumnMapping of(
      List<String> header,
      LocalFormat format,
      Map<String, String> chosen,
      Map<String, String> constants) {
    List<String> faults = new ArrayList<>();
    List<String> paths = new ArrayList<>();
    Map<String, String> values = new LinkedHashMap<>();
    constants.forEach(
        (name, value) ->
            OrderFields.path(name)
                .ifPresentOrElse(
                    path -> values.put(path, value),
                    () -> faults.add("--set %s: no member of an order.".formatted(name))));
    Set<String> filled = new HashSet<>(values.keySet());
    for (String column : header) {
      String name = chosen.getOrDefault(column, column);
      String path = name.isEmpty() ? "" : OrderFields.path(name).orElse("?");
      if (path.equals("?")) {
        faults.add(
            "Column %s is no member of an order: give --map '%s=PATH', or --map '%s=' to ignore it."
                .formatted(column, column, column));
      } else if (!path.isEmpty() && !filled.add(path)) {
        faults.add("Column %s fills %s, which has a value already.".formatted(column, path));
      }
      paths.add(path);
    }
    chosen.keySet().stream()
        .filter(column -> !header.contains(column))
        .forEach(column -> faults.add("There is no column %s to map.".formatted(column)));
    OrderFields.required().stream()
        .filter(path -> !filled.contains(path))
        .forEach(
            path ->
                faults.add(
                    "No column fills %s: give --map COLUMN=%s, or --set %s=VALUE for all rows."
                        .formatted(path, path, path)));
    if (!faults.isEmpty()) {
      throw new InvalidFileException(Kind.COLUMNS, String.join("\n", faults));
    }
    return new ColumnMapping(format, paths, values);
  }

  int columns() {
    return paths.size();
  }

  /** The body; empty cells are absent. */
  ObjectNode body(String[] cells) {
    ObjectNode body = JSON.objectNode();
    constants.forEach((path, value) -> put(body, path, value));
    for (int column = 0; column < paths.size(); column++) {
      if (!paths.get(column).isEmpty() && !cells[column].isBlank()) {
        put(body, paths.get(column), cells[column].strip());
      }
    }
    for (JsonNode contact : body.path("contacts")) {
      complete((ObjectNode) contact);
    }
    return body;
  }

  private void complete(ObjectNode contact) {
    if (!contact.has("channel")) {
      contact.put("channel", "phone");
    }
    if (contact.path("channel").asText().equals("phone") && contact.has("value")) {
      contact.put("value", format.phone(contact.path("value").asText()));
    }
  }

  private void put(ObjectNode body, String path, String text) {
    JsonNode holder = body;
    String[] steps = path.split("\\.", -1);
    for (int step = 0; step < steps.length - 1; step++) {
      boolean list = steps[step + 1].matches("\\d{1,2}");
      holder = child(holder, steps[step], list);
    }
    JsonNode value = value(path, text);
    if (holder instanceof ObjectNode object) {
      object.set(steps[steps.length - 1], value);
    } else if (holder instanceof ArrayNode items) {
      items.add(value);
    }
  }

  private static JsonNode child(JsonNode holder, String name, boolean list) {
    if (holder instanceof ArrayNode items) {
      int index = Math.min(Integer.parseInt(name), MAX_INDEX);
      while (items.size() <= index) {
        items.addObject();
      }
      return items.get(index);
    }
    ObjectNode object = (ObjectNode) holder;
    return list ? object.withArrayProperty(name) : object.withObjectProperty(name);
  }

  /** A text that is none of its type stays text, so that the check reports it. */
  private JsonNode value(String path, String text) {
    String read =
        path.endsWith(".value") && path.startsWith("context.") ? format.amount(text) : text;
    try {
      return switch (OrderFields.type(path)) {
        case "integer" -> JSON.numberNode(Long.parseLong(read));
        case "number" -> JSON.numberNode(new BigDecimal(read));
        case "boolean" ->
            read.equals("true") || read.equals("false")
                ? JSON.booleanNode(read.equals("true"))
                : JSON.textNode(read);
        default -> JSON.textNode(read);
      };
    } catch (NumberFormatException e) {
      return JSON.textNode(read);
    }
  }
}
