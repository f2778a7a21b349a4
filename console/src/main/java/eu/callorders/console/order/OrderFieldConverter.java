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
 * Between what is written in a field and what the contract has. What cannot be understood is sent
 * as it is written: the service says what is wrong with it, at its place.
 *
 * @param zone of the operator, in which moments are written
 * @param language of the operator, in which amounts are written
 */
record OrderFieldConverter(ZoneId zone, Locale language) {
  private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

  private static final Pattern WITH_COMMA =
      Pattern.compile("([0-9]+|[0-9]{1,3}(?:\\.[0-9]{3})+),([0-9]+)");

  OrderFieldConverter(ZoneId zone) {
    this(zone, Locale.getDefault());
  }

  /** The field of that order as text; empty when it is not there. */
  String read(OrderField field, JsonNode order) {
    JsonNode value = order.at(field.pointer());
    return switch (field.kind()) {
      case METADATA -> MetadataLines.text(value);
      case CALL_TIMES -> CallTimes.text(value);
      case MOMENT -> moment(value.asText(""));
      default -> value.asText("");
    };
  }

  private String moment(String timestamp) {
    try {
      Instant at = Instant.parse(timestamp);
      boolean whole = at.truncatedTo(ChronoUnit.MINUTES).equals(at);
      return whole ? MINUTES.withZone(zone).format(at) : timestamp;
    } catch (DateTimeException e) {
      return timestamp;
    }
  }

  /**
   * What is sent for a text that is not empty.
   *
   * @param before the metadata that was there
   * @return empty when the lines of a field are none
   */
  Optional<JsonNode> written(OrderField field, String text, JsonNode before) {
    return switch (field.kind()) {
      case NUMBER ->
          Optional.of(
              text.matches("-?[0-9]{1,9}") ? IntNode.valueOf(Integer.parseInt(text)) : word(text));
      case FLAG -> Optional.of(BooleanNode.valueOf(text.equals("true")));
      case AMOUNT -> Optional.of(word(amount(text)));
      case MOMENT -> Optional.of(word(timestamp(text)));
      case LIST -> Optional.of(list(text));
      case CALL_TIMES -> CallTimes.read(text);
      case METADATA -> MetadataLines.read(text, before);
      default -> Optional.of(word(text));
    };
  }

  private static JsonNode word(String text) {
    return TextNode.valueOf(text);
  }

  /** A comma is taken only where it can mean but one thing. */
  private String amount(String text) {
    Matcher comma = WITH_COMMA.matcher(text);
    boolean written = DecimalFormatSymbols.getInstance(language).getDecimalSeparator() == ',';
    return written && comma.matches()
        ? comma.group(1).replace(".", "") + "." + comma.group(2)
        : text;
  }

  private String timestamp(String text) {
    try {
      return LocalDateTime.parse(text, MINUTES).atZone(zone).toInstant().toString();
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
