package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.text.DecimalFormatSymbols;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts between the text of a field and its JSON value. Unreadable text is sent unchanged, so
 * that the service reports the error at its pointer.
 *
 * @param zone of the operator, for timestamps
 * @param language of the operator, for amounts
 */
record OrderFieldConverter(ZoneId zone, Locale language) {
  private static final DateTimeFormatter LOCAL_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

  private static final Pattern DECIMAL_COMMA =
      Pattern.compile("([0-9]+|[0-9]{1,3}(?:\\.[0-9]{3})+),([0-9]+)");

  OrderFieldConverter(ZoneId zone) {
    this(zone, Locale.getDefault());
  }

  /** The field of the order as text; empty when missing. */
  String toText(OrderField field, JsonNode order) {
    JsonNode value = order.at(field.pointer());
    return switch (field.kind()) {
      case METADATA -> MetadataFormat.format(value);
      case CALL_TIMES -> CallTimesFormat.format(value);
      case TIMESTAMP -> localTime(value.asText(""));
      default -> value.asText("");
    };
  }

  private String localTime(String timestamp) {
    try {
      Instant instant = Instant.parse(timestamp);
      boolean isWholeMinute = instant.truncatedTo(ChronoUnit.MINUTES).equals(instant);
      return isWholeMinute ? LOCAL_TIME.withZone(zone).format(instant) : timestamp;
    } catch (DateTimeException e) {
      return timestamp;
    }
  }

  /**
   * The JSON value of a non-empty text.
   *
   * @param before the previous metadata
   * @return empty when a line is unreadable
   */
  Optional<JsonNode> toJson(OrderField field, String text, JsonNode before) {
    return switch (field.kind()) {
      case NUMBER ->
          Optional.of(
              text.matches("-?[0-9]{1,9}")
                  ? IntNode.valueOf(Integer.parseInt(text))
                  : textNode(text));
      case FLAG -> Optional.of(BooleanNode.valueOf(text.equals("true")));
      case AMOUNT -> Optional.of(textNode(amount(text)));
      case TIMESTAMP -> Optional.of(textNode(timestamp(text)));
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

  private String timestamp(String text) {
    try {
      return LocalDateTime.parse(text, LOCAL_TIME).atZone(zone).toInstant().toString();
    } catch (DateTimeException e) {
      return text;
    }
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
