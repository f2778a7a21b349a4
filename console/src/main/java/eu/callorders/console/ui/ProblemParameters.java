package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.text.NumberFormat;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parameters of a problem or field error as texts.
 *
 * @param parameters an object; missing for none
 */
record ProblemParameters(Texts texts, JsonNode parameters) {
  private static final Pattern INSTANT = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");

  /** The rule among those of one code; empty when the code has one. */
  String rule() {
    return parameters.path("rule").asText();
  }

  /** The text of that key with the parameters that it names; empty when one is missing. */
  Optional<String> fill(String key) {
    return texts.fill(
        key,
        name -> parameters.hasNonNull(name) ? text(name, parameters.get(name)) : Optional.empty());
  }

  private Optional<String> text(String name, JsonNode value) {
    return name.equals("pattern")
        ? PatternExample.of(value.asText())
        : Optional.of(value(name, value));
  }

  private String value(String name, JsonNode value) {
    if (value.isIntegralNumber()) {
      return NumberFormat.getIntegerInstance(texts.locale()).format(value.asLong());
    }
    if (value.isArray()) {
      return String.join(", ", Json.list(value, JsonNode::asText));
    }
    String text = value.asText();
    return switch (name) {
      case "type" -> types(text);
      case "first", "second", "other" -> texts.value("member", text);
      default ->
          INSTANT.matcher(text).matches()
              ? new TimestampFormatter(texts, ZoneId.systemDefault()).text(text)
              : text;
    };
  }

  /** Of several types, such as {@code integer or null}. */
  private String types(String types) {
    return Arrays.stream(types.split(" or ", -1))
        .map(type -> texts.value("json_type", type))
        .collect(Collectors.joining(" " + texts.get("or") + " "));
  }
}
