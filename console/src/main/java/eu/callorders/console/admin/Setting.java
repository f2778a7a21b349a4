package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Something of a tenant or a registration that an operator can set.
 *
 * @param pointer where the contract has it
 * @param choices what can be chosen; empty where anything can be written
 */
record Setting(String pointer, Kind kind, List<String> choices) {
  private static final Pattern BLANK = Pattern.compile(" ");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}");

  /** How it is written down. */
  enum Kind {
    TEXT,
    NUMBER,
    CHOICE,
    FLAG,
    /** A value to a line. */
    LINES,
    /** A range of the week to a line, as {@link CallHours} has it. */
    HOURS,
    /** Any of the choices, with blanks between. */
    CHECKS
  }

  static Setting of(String pointer, Kind kind, String... choices) {
    return new Setting(pointer, kind, List.of(choices));
  }

  /** Under which name its texts are found. */
  String key() {
    return "setting" + pointer.replace('/', '.');
  }

  /** The registry that names its choices. */
  String registry() {
    return pointer.substring(pointer.lastIndexOf('/') + 1);
  }

  /** As an operator would write it, empty for what is not there. */
  String read(JsonNode resource) {
    JsonNode value = resource.at(pointer);
    return switch (kind) {
      case TEXT, NUMBER, CHOICE, FLAG -> value.asText("");
      case LINES -> String.join("\n", texts(value));
      case HOURS -> CallHours.text(value);
      case CHECKS -> checked(texts(value));
    };
  }

  /** In the order of the choices, those that are new here behind them. */
  String checked(List<String> values) {
    return Stream.concat(
            choices.stream().filter(values::contains),
            values.stream().filter(value -> !choices.contains(value)).sorted())
        .reduce((one, other) -> one + " " + other)
        .orElse("");
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.asText()));
    return texts;
  }

  /**
   * As the service takes it, null for back to its default; empty for what cannot be understood.
   *
   * @param text without blanks around it
   */
  Optional<JsonNode> written(String text) {
    return switch (kind) {
      case LINES -> Optional.of(array(text.lines()));
      case CHECKS -> Optional.of(array(BLANK.splitAsStream(text)));
      case HOURS -> CallHours.read(text);
      case TEXT, NUMBER, CHOICE, FLAG ->
          text.isEmpty() ? Optional.of(NullNode.getInstance()) : value(text);
    };
  }

  private Optional<JsonNode> value(String text) {
    return switch (kind) {
      case FLAG -> Optional.of(BooleanNode.valueOf(Boolean.parseBoolean(text)));
      case NUMBER ->
          NUMBER.matcher(text).matches()
              ? Optional.of(BigIntegerNode.valueOf(new BigInteger(text)))
              : Optional.empty();
      default -> Optional.of(TextNode.valueOf(text));
    };
  }

  private static ArrayNode array(Stream<String> values) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    values.map(String::strip).filter(value -> !value.isEmpty()).forEach(array::add);
    return array;
  }

  /** Whether a fault at that pointer is one of it. */
  boolean holds(String fault) {
    return fault.equals(pointer) || fault.startsWith(pointer + "/");
  }
}
