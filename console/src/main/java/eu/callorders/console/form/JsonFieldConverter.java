package eu.callorders.console.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.console.ui.InstantConverter;
import java.text.DecimalFormatSymbols;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts between the text of a field and its JSON value. Unreadable text is sent unchanged, so
 * that the service reports the error at its pointer, unless only the console can explain it.
 *
 * @param instants in the zone of the operator
 * @param language of the operator, for amounts
 */
public record JsonFieldConverter(InstantConverter instants, Locale language) {
  private static final Pattern DECIMAL_COMMA =
      Pattern.compile("([0-9]+|[0-9]{1,3}(?:\\.[0-9]{3})+),([0-9]+)");

  public JsonFieldConverter(ZoneId zone) {
    this(new InstantConverter(zone), Locale.getDefault());
  }

  /** The field of the resource as text; empty when missing. */
  public String toText(JsonField field, JsonNode resource) {
    JsonNode value = resource.at(field.pointer());
    return switch (field.kind()) {
      case METADATA -> MetadataFormat.format(value);
      case CALL_TIMES -> CallTimesFormat.format(value);
      case TIMESTAMP, END -> instants.text(value.asText(""));
      default -> value.asText("");
    };
  }

  /** What is wrong with a text that has no JSON value: a message or the key of a text. */
  public String fault(JsonField field, String text) {
    return switch (field.kind()) {
      case TIMESTAMP, END -> instants.parse(text).error();
      case CALL_TIMES -> "local_call_times.fault";
      default -> MetadataFormat.ERROR_KEY;
    };
  }

  /**
   * The JSON value of a non-empty text.
   *
   * @param before the previous metadata
   * @return empty when a line or a time is unreadable
   */
  public Optional<JsonNode> toJson(JsonField field, String text, JsonNode before) {
    return switch (field.kind()) {
      case NUMBER ->
          Optional.of(
              text.matches("-?[0-9]{1,9}")
                  ? IntNode.valueOf(Integer.parseInt(text))
                  : textNode(text));
      case FLAG -> Optional.of(BooleanNode.valueOf(text.equals("true")));
      case AMOUNT -> Optional.of(textNode(amount(text)));
      case TIMESTAMP -> instants.parse(text).instant().map(at -> textNode(at.toString()));
      case END -> instants.parseEnd(text).instant().map(at -> textNode(at.toString()));
      case LIST -> Optional.of(list(text));
      case CALL_TIMES -> CallTimesFormat.parse(text);
      case METADATA -> MetadataFormat.parse(text, before);
      default -> Optional.of(textNode(text));
    };
  }

  private static JsonNode textNode(String text) {
    return TextNode.valueOf(text);
  }

  /** Accepts a decimal comma only where it is unambiguous. */
  private String amount(String text) {
    Matcher comma = DECIMAL_COMMA.matcher(text);
    boolean hasDecimalComma =
        DecimalFormatSymbols.getInstance(language).getDecimalSeparator() == ',';
    return hasDecimalComma && comma.matches()
        ? comma.group(1).replace(".", "") + "." + comma.group(2)
        : text;
  }

  private static JsonNode list(String text) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (String word : text.split("[,\\s]+", -1)) {
      if (!word.isEmpty()) {
        list.add(word);
      }
    }
    return list;
  }
}
