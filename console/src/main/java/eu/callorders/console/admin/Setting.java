package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.CallTimesFormat;
import eu.callorders.console.form.DurationFormat;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An editable setting of a tenant or a registration.
 *
 * @param pointer JSON pointer in the resource
 * @param choices allowed values; empty for free text
 */
record Setting(String pointer, Kind kind, List<String> choices) {
  private static final Pattern BLANK = Pattern.compile(" ");
  private static final Pattern SEPARATOR = Pattern.compile("[\\s,;]+");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}");

  private static final Pattern PERIOD =
      Pattern.compile("P(?=[0-9])([0-9]{1,3}Y)?([0-9]{1,4}M)?([0-9]{1,4}W)?([0-9]{1,5}D)?");

  enum Kind {
    TEXT,
    NUMBER,
    /** Days or longer, in words or ISO 8601. */
    PERIOD,
    CHOICE,
    FLAG,
    /** One value per line. */
    LINES,
    /** One {@link CallTimesFormat} range per line. */
    HOURS,
    /** Codes in capital letters, separated by blanks. */
    CODES,
    /** An {@link OutcomeRule}. */
    RULE,
    /** Any of the choices, separated by blanks. */
    CHECKS
  }

  static Setting of(String pointer, Kind kind, String... choices) {
    return new Setting(pointer, kind, List.of(choices));
  }

  /** Text key of the name; the name of a rule is its outcome. */
  String key() {
    return kind == Kind.RULE ? "summary_code." + registry() : "setting" + pointer.replace('/', '.');
  }

  /** Text key of the prompt of its group, for settings without one of their own. */
  String groupPrompt() {
    return "setting" + pointer.substring(0, pointer.lastIndexOf('/')).replace('/', '.') + ".prompt";
  }

  String registry() {
    return pointer.substring(pointer.lastIndexOf('/') + 1);
  }

  /** The value as input text; empty if it is missing. */
  String format(JsonNode resource) {
    JsonNode value = resource.at(pointer);
    return switch (kind) {
      case TEXT, NUMBER, PERIOD, CHOICE, FLAG -> value.asText("");
      case LINES -> String.join("\n", texts(value));
      case HOURS -> CallTimesFormat.format(value);
      case CODES -> String.join(" ", texts(value));
      case RULE -> OutcomeRule.format(value);
      case CHECKS -> join(texts(value));
    };
  }

  /** In the order of the choices; unknown values come last. */
  String join(List<String> values) {
    return Stream.concat(
            choices.stream().filter(values::contains),
            values.stream().filter(value -> !choices.contains(value)).sorted())
        .reduce((one, other) -> one + " " + other)
        .orElse("");
  }

  private static List<String> texts(JsonNode array) {
    return Json.list(array, JsonNode::asText);
  }

  /** The JSON value of a stripped text; null resets to the default, empty if it is invalid. */
  Optional<JsonNode> parse(String text) {
    return switch (kind) {
      case LINES -> Optional.of(array(text.lines()));
      case CHECKS -> Optional.of(array(BLANK.splitAsStream(text)));
      case HOURS -> CallTimesFormat.parse(text);
      case RULE -> OutcomeRule.parse(text);
      case TEXT, NUMBER, PERIOD, CHOICE, FLAG, CODES ->
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
      case PERIOD -> period(text).map(TextNode::valueOf);
      case CODES -> Optional.of(array(SEPARATOR.splitAsStream(text.toUpperCase(Locale.ROOT))));
      default -> Optional.of(TextNode.valueOf(text));
    };
  }

  private static Optional<String> period(String text) {
    String iso = text.toUpperCase(Locale.ROOT);
    return PERIOD.matcher(iso).matches()
        ? Optional.of(iso)
        : DurationFormat.parse(text).filter(duration -> !duration.contains("T"));
  }

  private static ArrayNode array(Stream<String> values) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    values.map(String::strip).filter(value -> !value.isEmpty()).forEach(array::add);
    return array;
  }

  /** Whether an error with that pointer belongs to the setting. */
  boolean contains(String errorPointer) {
    return errorPointer.equals(pointer) || errorPointer.startsWith(pointer + "/");
  }
}
