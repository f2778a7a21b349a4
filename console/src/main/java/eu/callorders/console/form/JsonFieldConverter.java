package eu.callorders.console.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.console.ui.InstantConverter;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;

/**
 * Converts between the text of a field and its JSON value. Unreadable text is sent unchanged, so
 * that the service reports the error at its pointer, unless the console can explain it.
 *
 * @param instants in the zone of the operator
 */
public record JsonFieldConverter(InstantConverter instants) {
  public JsonFieldConverter(ZoneId zone) {
    this(new InstantConverter(zone));
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
      case AMOUNT -> AmountFormat.fault(text);
      case CURRENCY -> "currency.fault";
      case DATE -> "field_error.format.date";
      case PHONE -> "field_error.invalid_phone_number";
      default -> MetadataFormat.ERROR_KEY;
    };
  }

  /**
   * The JSON value of a non-empty text.
   *
   * @param before the previous metadata
   * @return empty when the text is unreadable
   */
  public Optional<JsonNode> toJson(JsonField field, String text, JsonNode before) {
    return switch (field.kind()) {
      case NUMBER ->
          Optional.of(
              text.matches("-?[0-9]{1,9}")
                  ? IntNode.valueOf(Integer.parseInt(text))
                  : textNode(text));
      case FLAG -> Optional.of(BooleanNode.valueOf(text.equals("true")));
      case AMOUNT -> AmountFormat.parse(text).map(JsonFieldConverter::textNode);
      case CURRENCY ->
          Optional.of(text.toUpperCase(Locale.ROOT))
              .filter(code -> code.matches("[A-Z]{3}"))
              .map(JsonFieldConverter::textNode);
      case DATE -> instants.day(text).map(day -> textNode(day.toString()));
      case PHONE ->
          Optional.of(PhoneFormat.normalize(text))
              .filter(PhoneFormat::isE164)
              .map(JsonFieldConverter::textNode);
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
