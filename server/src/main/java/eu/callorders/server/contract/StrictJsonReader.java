package eu.callorders.server.contract;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of a request strictly. Invalid JSON is malformed; a valid value that cannot be
 * stored is a fault of its member.
 */
public final class StrictJsonReader {
  private static final int MAX_NESTING = 32;
  private static final int MAX_DIGITS = 32;
  private static final int MAX_EXPONENT = 64;

  // Name canonicalization is off: client names that collide on purpose break its table. Number
  // lengths are checked below, before conversion.
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_NESTING)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private final List<FieldError> faults = new ArrayList<>();
  private int pointerCharacters;

  private StrictJsonReader(JsonParser parser) {
    this.parser = parser;
  }

  /** A location in the document; its pointer is rendered only for a fault. */
  private record Location(@Nullable Location container, String token) {
    String pointer() {
      String member = "/" + FieldErrors.escape(token);
      return container == null ? member : container.pointer() + member;
    }
  }

  /**
   * A body and its faults.
   *
   * @param json null when the body was empty
   */
  public record ParsedBody(@Nullable JsonNode json, List<FieldError> faults) {
    public static final ParsedBody NOTHING = new ParsedBody(null, List.of());
  }

  /**
   * Reads a body strictly.
   *
   * @throws ProblemException {@code malformed_request} when the body is not one JSON document
   */
  public static ParsedBody read(byte[] bytes) {
    try (JsonParser parser = FACTORY.createParser(text(bytes))) {
      StrictJsonReader body = new StrictJsonReader(parser);
      parser.nextToken();
      JsonNode json = body.value(null);
      if (json == null || parser.nextToken() != null) {
        throw malformed("The body must hold exactly one JSON document.");
      }
      return new ParsedBody(json, body.faults);
    } catch (CharacterCodingException e) {
      throw malformed("The body is not valid UTF-8.");
    } catch (IOException e) {
      throw malformed(
          "The body is not valid JSON, repeats a member name, or is nested deeper than 32 levels.");
    }
  }

  private static String text(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static ProblemException malformed(String detail) {
    return ProblemException.of(ProblemCode.MALFORMED_REQUEST, detail);
  }

  private @Nullable JsonNode value(@Nullable Location location) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return null;
    }
    return switch (token) {
      case START_OBJECT -> object(location);
      case START_ARRAY -> array(location);
      case VALUE_STRING -> string(location);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(location);
      case VALUE_TRUE -> JsonNodeFactory.instance.booleanNode(true);
      case VALUE_FALSE -> JsonNodeFactory.instance.booleanNode(false);
      case VALUE_NULL -> JsonNodeFactory.instance.nullNode();
      default -> null;
    };
  }

  private JsonNode object(@Nullable Location location) throws IOException {
    ObjectNode object = Json.object();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      Location member = new Location(location, name);
      checkCharacters(name, member);
      parser.nextToken();
      object.set(name, value(member));
    }
    return object;
  }

  private JsonNode array(@Nullable Location location) throws IOException {
    ArrayNode array = Json.array();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(new Location(location, Integer.toString(array.size()))));
    }
    return array;
  }

  private JsonNode string(@Nullable Location location) throws IOException {
    String text = parser.getText();
    checkCharacters(text, location);
    return JsonNodeFactory.instance.textNode(text);
  }

  private JsonNode number(@Nullable Location location) throws IOException {
    if (!isStorable(parser.getText())) {
      fault(
          location,
          FieldCode.FORMAT,
          "must be a number of at most 32 digits with an exponent within 64",
          Map.of("rule", "number", "max_digits", MAX_DIGITS, "max_exponent", MAX_EXPONENT));
      return JsonNodeFactory.instance.numberNode(0);
    }
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
      return JsonNodeFactory.instance.numberNode(parser.getDecimalValue());
    }
    return switch (parser.getNumberType()) {
      case INT -> JsonNodeFactory.instance.numberNode(parser.getIntValue());
      case LONG -> JsonNodeFactory.instance.numberNode(parser.getLongValue());
      default -> JsonNodeFactory.instance.numberNode(parser.getBigIntegerValue());
    };
  }

  private static boolean isStorable(String number) {
    int digits = 0;
    int position = 0;
    for (; position < number.length() && (number.charAt(position) | 0x20) != 'e'; position++) {
      digits += Character.isDigit(number.charAt(position)) ? 1 : 0;
    }
    return digits <= MAX_DIGITS && exponent(number, position + 1) <= MAX_EXPONENT;
  }

  /** The absolute exponent at that index, bounded; 0 when there is none. */
  private static int exponent(String number, int begin) {
    int exponent = 0;
    for (int position = begin; position < number.length(); position++) {
      char digit = number.charAt(position);
      if (Character.isDigit(digit)) {
        exponent = Math.min(exponent * 10 + (digit - '0'), MAX_EXPONENT + 1);
      }
    }
    return exponent;
  }

  private void checkCharacters(String text, @Nullable Location location) {
    for (int position = 0; position < text.length(); position++) {
      char unit = text.charAt(position);
      if (unit == 0 || (Character.isSurrogate(unit) && !isPair(text, position))) {
        fault(
            location,
            FieldCode.PATTERN,
            "must hold neither U+0000 nor an unpaired surrogate",
            Map.of("rule", "characters"));
        return;
      }
      position += Character.isSurrogate(unit) ? 1 : 0;
    }
  }

  private void fault(
      @Nullable Location location, FieldCode code, String message, Map<String, Object> context) {
    if (FieldErrors.isWithinBounds(faults.size(), pointerCharacters)) {
      String pointer = location == null ? "" : location.pointer();
      pointerCharacters += pointer.length();
      faults.add(FieldError.body(pointer, code.wire(), message, context));
    }
  }

  private static boolean isPair(String text, int position) {
    return Character.isHighSurrogate(text.charAt(position))
        && position + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(position + 1));
  }
}
