package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** The input for an endpoint and its errors. */
final class EndpointForm extends Fields<EndpointForm.Member> {
  /** The editable members of an endpoint. */
  enum Member {
    URL,
    DESCRIPTION,
    EVENT_TYPES,
    PAYLOAD_MODE;

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The value as input text; one line per array element. */
    String format(JsonNode endpoint) {
      JsonNode value = endpoint.path(wireName());
      return value.isArray()
          ? String.join("\n", Json.list(value, JsonNode::asText))
          : value.asText("").strip();
    }
  }

  private static final Pattern SEPARATORS = Pattern.compile("[,;\\s]+");

  EndpointForm() {
    super(List.of(Member.values()));
  }

  /** Splits a text at any separator. */
  static List<String> split(String text) {
    return Arrays.stream(SEPARATORS.split(text)).filter(name -> !name.isEmpty()).toList();
  }

  /** The input in the form that {@link Member#format} returns. */
  @Override
  public String text(Member field) {
    String typed = Objects.requireNonNullElse(value(field).get(), "");
    return field == Member.EVENT_TYPES ? String.join("\n", split(typed)) : typed.strip();
  }

  /** The JSON value of the input; null, the default, for empty input. */
  JsonNode json(Member field) {
    String text = text(field);
    if (text.isEmpty()) {
      return NullNode.getInstance();
    }
    if (field != Member.EVENT_TYPES) {
      return TextNode.valueOf(text);
    }
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    split(text).forEach(array::add);
    return array;
  }

  @Override
  public String read(Member field, JsonNode endpoint) {
    return field.format(endpoint);
  }

  @Override
  protected Optional<Member> fieldFor(String pointer) {
    return fields().stream()
        .filter(field -> (pointer + "/").startsWith("/" + field.wireName() + "/"))
        .findFirst();
  }

  /** For an array element the message names the invalid value. */
  @Override
  protected String message(Member field, Problem.FieldError error) {
    String index = error.pointer().substring(field.wireName().length() + 1);
    List<String> names = split(text(field));
    String message = super.message(field, error);
    return index.matches("/[0-9]{1,3}") && Integer.parseInt(index.substring(1)) < names.size()
        ? names.get(Integer.parseInt(index.substring(1))) + ": " + message
        : message;
  }
}
