package eu.callorders.sipgateway.config;

import eu.callorders.gatewaykit.server.GatewaySettings.InvalidSettingException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to settings; every fault names the key and never the value of a secret.
 *
 * @param values by full key
 */
record SettingValues(String prefix, Map<String, String> values) {

  @Nullable String optional(String name) {
    String value = values.get(prefix + name);
    if (value != null && value.isBlank()) {
      throw invalid(name, "is empty");
    }
    return value;
  }

  boolean has(String name) {
    return values.containsKey(prefix + name);
  }

  String text(String name, String defaultValue) {
    String value = optional(name);
    return value == null ? defaultValue : value;
  }

  String required(String name, String what) {
    String value = optional(name);
    if (value == null) {
      throw invalid(name, "is missing; it is " + what);
    }
    return value;
  }

  /** Parses the setting or its default; an empty result is malformed. */
  <T> T parse(String name, String defaultValue, String what, Function<String, Optional<T>> parser) {
    return parser
        .apply(text(name, defaultValue))
        .orElseThrow(() -> invalid(name, "is not " + what));
  }

  int number(String name, int defaultValue, int min, int max) {
    return parse(
        name,
        Integer.toString(defaultValue),
        "a number from %d to %d".formatted(min, max),
        text -> number(text, min, max));
  }

  static Optional<Integer> number(String text, int min, int max) {
    if (!text.matches("[0-9]{1,9}")) {
      return Optional.empty();
    }
    int value = Integer.parseInt(text);
    return value >= min && value <= max ? Optional.of(value) : Optional.empty();
  }

  boolean flag(String name) {
    return choice(name, Map.of("true", true, "false", false), "false");
  }

  <T> T choice(String name, Map<String, T> choices, String defaultValue) {
    return parse(
        name,
        defaultValue,
        "one of " + String.join(", ", choices.keySet().stream().sorted().toList()),
        text -> Optional.ofNullable(choices.get(text)));
  }

  /** The items of a list with commas. */
  static List<String> items(String list) {
    return Arrays.stream(list.split(",", -1)).map(String::strip).toList();
  }

  @Nullable Path path(String name) {
    String text = optional(name);
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException none) {
      throw invalid(name, "is no path");
    }
  }

  InvalidSettingException invalid(String name, String reason) {
    return new InvalidSettingException(prefix + name, reason);
  }
}
