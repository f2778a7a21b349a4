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
import java.util.Optional;
import java.util.Set;

/** Makes the body of an order of the cells of a row. */
final class ColumnMapping {
  private static final int MAX_INDEX = 20;
  private static final int MAX_DIGITS = 2;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final LocalFormat format;

  /** The member that each column fills; none for an ignored one. */
  private final List<Optional<Member>> columns;

  private final Map<Member, String> constants;

  private ColumnMapping(
      LocalFormat format, List<Optional<Member>> columns, Map<Member, String> constants) {
    this.format = format;
    this.columns = columns;
    this.constants = constants;
  }

  /**
   * A member of an order.
   *
   * @param steps the way to it
   * @param type in JSON
   */
  private record Member(List<Step> steps, String name, String type, boolean isAmount) {
    static Member of(String path) {
      List<String> names = List.of(path.split("\\.", -1));
      List<Step> steps = new ArrayList<>();
      for (int step = 0; step < names.size() - 1; step++) {
        steps.add(new Step(names.get(step), isIndex(names.get(step + 1))));
      }
      return new Member(
          steps,
          names.get(names.size() - 1),
          OrderFields.type(path),
          path.startsWith("context.") && path.endsWith(".value"));
    }

    private static boolean isIndex(String name) {
      return !name.isEmpty()
          && name.length() <= MAX_DIGITS
          && name.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }
  }

  /**
   * A list or an object that contains a member.
   *
   * @param name in its object, or the index in its list
   */
  private record Step(String name, boolean isList) {}

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
    List<Optional<Member>> columns = new ArrayList<>();
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
      columns.add(path.isEmpty() ? Optional.empty() : Optional.of(Member.of(path)));
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
    Map<Member, String> members = new LinkedHashMap<>();
    values.forEach((path, value) -> members.put(Member.of(path), value));
    return new ColumnMapping(format, columns, members);
  }

  int columns() {
    return columns.size();
  }

  /** The body; empty cells are absent. */
  ObjectNode body(String[] cells) {
    ObjectNode body = JSON.objectNode();
    constants.forEach((member, value) -> put(body, member, value));
    for (int column = 0; column < columns.size(); column++) {
      String cell = cells[column].strip();
      if (!cell.isEmpty()) {
        columns.get(column).ifPresent(member -> put(body, member, cell));
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

  private void put(ObjectNode body, Member member, String text) {
    JsonNode holder = body;
    for (Step step : member.steps()) {
      holder = child(holder, step);
    }
    JsonNode value = value(member, text);
    if (holder instanceof ObjectNode object) {
      object.set(member.name(), value);
    } else if (holder instanceof ArrayNode items) {
      items.add(value);
    }
  }

  private static JsonNode child(JsonNode holder, Step step) {
    if (holder instanceof ArrayNode items) {
      int index = Math.min(Integer.parseInt(step.name()), MAX_INDEX);
      while (items.size() <= index) {
        items.addObject();
      }
      return items.get(index);
    }
    ObjectNode object = (ObjectNode) holder;
    return step.isList()
        ? object.withArrayProperty(step.name())
        : object.withObjectProperty(step.name());
  }

  /** A text that is none of its type stays text, so that the check reports it. */
  private JsonNode value(Member member, String text) {
    String read = member.isAmount() ? format.amount(text) : text;
    try {
      return switch (member.type()) {
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
