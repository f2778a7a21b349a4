package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import eu.callorders.core.wire.WireEnum;
import eu.callorders.server.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The field-error codes. Of two errors at one pointer, the earlier constant is reported. */
public enum FieldCode implements WireEnum {
  REQUIRED,
  UNKNOWN_MEMBER,
  TYPE,
  MIN_ITEMS,
  MAX_ITEMS,
  MIN_LENGTH,
  MAX_LENGTH,
  OFFSET_MISSING,
  UNKNOWN_TIME_ZONE,
  INVALID_PHONE_NUMBER,
  ENUM,
  FORMAT,
  PATTERN,
  MINIMUM,
  MAXIMUM,
  NOT_UNIQUE,
  INCONSISTENT;

  private static final Map<String, FieldCode> BY_KEYWORD =
      Map.ofEntries(
          Map.entry("required", REQUIRED),
          Map.entry("dependentRequired", REQUIRED),
          Map.entry("additionalProperties", UNKNOWN_MEMBER),
          Map.entry("unevaluatedProperties", UNKNOWN_MEMBER),
          Map.entry("type", TYPE),
          Map.entry("minItems", MIN_ITEMS),
          Map.entry("minProperties", MIN_ITEMS),
          Map.entry("maxItems", MAX_ITEMS),
          Map.entry("maxProperties", MAX_ITEMS),
          Map.entry("minLength", MIN_LENGTH),
          Map.entry("maxLength", MAX_LENGTH),
          Map.entry(MaxSerializedBytesKeyword.NAME, MAX_LENGTH),
          Map.entry("enum", ENUM),
          Map.entry("const", ENUM),
          Map.entry("pattern", PATTERN),
          Map.entry("minimum", MINIMUM),
          Map.entry("exclusiveMinimum", MINIMUM),
          Map.entry("maximum", MAXIMUM),
          Map.entry("exclusiveMaximum", MAXIMUM),
          Map.entry("uniqueItems", NOT_UNIQUE));

  private static final List<String> ORDER = Arrays.stream(values()).map(FieldCode::wire).toList();

  /** The priority of a code; the lower one of two is reported. */
  public static int rank(String wire) {
    int position = ORDER.indexOf(wire);
    return position < 0 ? ORDER.size() : position;
  }

  static FieldCode of(Error error) {
    if (error.getKeyword().equals("format")) {
      return ofFormat(error.getSchemaNode().asText(), error.getInstanceNode().asText());
    }
    return BY_KEYWORD.getOrDefault(error.getKeyword(), INCONSISTENT);
  }

  private static FieldCode ofFormat(String format, String value) {
    return switch (format) {
      case WireFormat.PHONE -> INVALID_PHONE_NUMBER;
      case WireFormat.TIME_ZONE -> UNKNOWN_TIME_ZONE;
      case WireFormat.DATE_TIME -> WireFormat.lacksOffset(value) ? OFFSET_MISSING : FORMAT;
      default -> FORMAT;
    };
  }

  /** Whether the pointer must be extended by the member's name. */
  boolean isOfMember() {
    return this == REQUIRED || this == UNKNOWN_MEMBER;
  }

  /** Unknown input is not repeated: it may be a secret in the wrong place. */
  boolean showsInput() {
    return !isOfMember();
  }

  Map<String, Object> context(Error error) {
    JsonNode bound = error.getSchemaNode();
    return switch (this) {
      case MAX_LENGTH -> maxLength(error, bound);
      case MIN_ITEMS, MAX_ITEMS, MIN_LENGTH, MINIMUM, MAXIMUM ->
          Map.of(wire(), bound.numberValue());
      case FORMAT -> Map.of("rule", bound.asText());
      case ENUM -> Map.of("allowed", bound.isArray() ? bound : Json.array().add(bound));
      case PATTERN -> Map.of("pattern", bound.asText());
      case TYPE -> Map.of("type", types(bound));
      default -> new TreeMap<>();
    };
  }

  private Map<String, Object> maxLength(Error error, JsonNode bound) {
    return error.getKeyword().equals(MaxSerializedBytesKeyword.NAME)
        ? Map.of(wire(), bound.numberValue(), "rule", "bytes")
        : Map.of(wire(), bound.numberValue());
  }

  String message(Error error) {
    JsonNode bound = error.getSchemaNode();
    boolean text = error.getKeyword().endsWith("Length");
    return switch (this) {
      case REQUIRED -> "is required";
      case UNKNOWN_MEMBER -> "is not known here";
      case TYPE -> "must be of type " + types(bound);
      case MIN_ITEMS -> "must have at least " + bound.asText() + " entries";
      case MAX_ITEMS -> "must have at most " + bound.asText() + " entries";
      case MIN_LENGTH -> "must be at least " + bound.asText() + " characters long";
      case MAX_LENGTH -> "must be at most " + bound.asText() + (text ? " characters" : " bytes");
      case OFFSET_MISSING -> "must carry a UTC offset, such as Z or +02:00";
      case UNKNOWN_TIME_ZONE -> "must be the name of a time zone, such as Europe/Berlin";
      case INVALID_PHONE_NUMBER -> "must be a possible telephone number in E.164";
      case ENUM -> "must be one of " + (bound.isArray() ? bound : Json.array().add(bound));
      case PATTERN -> "must match " + bound.asText();
      case FORMAT -> "must be a valid " + bound.asText();
      case MINIMUM -> "must be at least " + bound.asText();
      case MAXIMUM -> "must be at most " + bound.asText();
      case NOT_UNIQUE -> "must not repeat an entry";
      case INCONSISTENT -> "does not fit together: see the documentation";
    };
  }

  private static String types(JsonNode types) {
    if (!types.isArray()) {
      return types.asText();
    }
    StringBuilder all = new StringBuilder();
    types.forEach(type -> all.append(all.isEmpty() ? "" : " or ").append(type.asText()));
    return all.toString();
  }
}
