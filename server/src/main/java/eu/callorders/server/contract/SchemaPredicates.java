package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Compiles schemas to predicates, which are much faster than the schema library but name no fault.
 * A predicate is true only for valid values. For keywords and values that it does not decide it is
 * false, and the library decides.
 */
final class SchemaPredicates {
  private final JsonNode document;
  private final Map<String, Reference> references = new HashMap<>();

  /**
   * @param document contains what {@code $ref} refers to
   */
  SchemaPredicates(JsonNode document) {
    this.document = document;
  }

  /**
   * @param schema a missing one permits everything, as {@code true} does
   */
  Predicate<JsonNode> compile(JsonNode schema) {
    if (schema.isBoolean()) {
      return schema.booleanValue() ? SchemaPredicates::always : SchemaPredicates::never;
    }
    return allOf(
        schema.properties().stream()
            .map(keyword -> keyword(schema, keyword.getKey(), keyword.getValue())));
  }

  private static Predicate<JsonNode> allOf(Stream<Predicate<JsonNode>> tests) {
    List<Predicate<JsonNode>> all = tests.toList();
    return value -> {
      for (Predicate<JsonNode> test : all) {
        if (!test.test(value)) {
          return false;
        }
      }
      return true;
    };
  }

  private static boolean always(JsonNode value) {
    return true;
  }

  private static boolean never(JsonNode value) {
    return false;
  }

  private Predicate<JsonNode> keyword(JsonNode schema, String name, JsonNode argument) {
    return switch (name) {
      case "$ref" -> reference(argument.asText());
      case "type" -> ofType(argument);
      case "enum" -> items(argument).collect(Collectors.toUnmodifiableSet())::contains;
      case "const" -> argument::equals;
      case "pattern" -> ofText(new EcmaRegex(argument.asText())::matches);
      case "format" -> ofFormat(argument.asText());
      case "minLength" -> ofText(text -> codePoints(text) >= argument.asInt());
      case "maxLength" ->
          ofText(text -> text.length() <= argument.asInt() || codePoints(text) <= argument.asInt());
      case "minimum" -> ofNumber(number -> number.compareTo(argument.decimalValue()) >= 0);
      case "maximum" -> ofNumber(number -> number.compareTo(argument.decimalValue()) <= 0);
      case "minItems" -> value -> !value.isArray() || value.size() >= argument.asInt();
      case "maxItems" -> value -> !value.isArray() || value.size() <= argument.asInt();
      case "minProperties" -> value -> !value.isObject() || value.size() >= argument.asInt();
      case "maxProperties" -> value -> !value.isObject() || value.size() <= argument.asInt();
      case "items" -> ofItems(compile(argument));
      case "contains" -> contains(compile(argument));
      case "uniqueItems" -> SchemaPredicates::hasUniqueTexts;
      case "required" -> required(argument);
      case "properties" -> ofMembers(argument, schema.path("additionalProperties"));
      case "additionalProperties" ->
          schema.has("properties")
              ? SchemaPredicates::always
              : ofMembers(MissingNode.getInstance(), argument);
      case "propertyNames" -> ofPropertyNames(compile(argument));
      case "allOf" -> allOf(items(argument).map(this::compile));
      case "anyOf" -> anyOf(argument);
      case "if" -> conditional(schema);
      case "then", "x-field-error" -> SchemaPredicates::always;
      case MaxSerializedBytesKeyword.NAME ->
          value -> MaxSerializedBytesKeyword.size(value) <= argument.asInt();
      default -> SchemaPredicates::never;
    };
  }

  /** One match is enough: alternatives without a reference, which cost less, come first. */
  private Predicate<JsonNode> anyOf(JsonNode alternatives) {
    return items(alternatives)
        .sorted(Comparator.comparing(schema -> schema.has("$ref")))
        .map(this::compile)
        .reduce(SchemaPredicates::never, Predicate::or);
  }

  private static Stream<JsonNode> items(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  /** Compiled once; a schema may refer to itself. */
  private Predicate<JsonNode> reference(String pointer) {
    Reference known = references.get(pointer);
    if (known != null) {
      return known;
    }
    Reference reference = new Reference();
    references.put(pointer, reference);
    reference.schema = compile(document.at(pointer.substring(1)));
    return reference;
  }

  private static final class Reference implements Predicate<JsonNode> {
    private Predicate<JsonNode> schema = SchemaPredicates::never;

    @Override
    public boolean test(JsonNode value) {
      return schema.test(value);
    }
  }

  private static Predicate<JsonNode> ofType(JsonNode types) {
    return types.isArray()
        ? items(types).map(SchemaPredicates::ofType).reduce(SchemaPredicates::never, Predicate::or)
        : switch (types.asText()) {
          case "object" -> JsonNode::isObject;
          case "array" -> JsonNode::isArray;
          case "string" -> JsonNode::isTextual;
          case "boolean" -> JsonNode::isBoolean;
          case "integer" -> JsonNode::isIntegralNumber;
          case "number" -> JsonNode::isNumber;
          case "null" -> JsonNode::isNull;
          default -> SchemaPredicates::never;
        };
  }

  private static Predicate<JsonNode> ofText(Predicate<String> test) {
    return value -> !value.isTextual() || test.test(value.textValue());
  }

  private static Predicate<JsonNode> ofNumber(Predicate<BigDecimal> test) {
    return value -> !value.isNumber() || test.test(value.decimalValue());
  }

  private static int codePoints(String text) {
    return text.codePointCount(0, text.length());
  }

  private static Predicate<JsonNode> ofFormat(String name) {
    return WireFormat.all().stream()
        .filter(format -> format.getName().equals(name))
        .findFirst()
        .map(format -> ofText(format.test()))
        .orElse(SchemaPredicates::never);
  }

  private static Predicate<JsonNode> ofItems(Predicate<JsonNode> item) {
    return value -> {
      if (value.isArray()) {
        for (JsonNode each : value) {
          if (!item.test(each)) {
            return false;
          }
        }
      }
      return true;
    };
  }

  private static Predicate<JsonNode> contains(Predicate<JsonNode> item) {
    return value -> !value.isArray() || items(value).anyMatch(item);
  }

  /** Undecided for other items: numbers are equal in several ways. */
  private static boolean hasUniqueTexts(JsonNode value) {
    Set<String> texts = new HashSet<>();
    return !value.isArray()
        || items(value).allMatch(each -> each.isTextual() && texts.add(each.textValue()));
  }

  private static Predicate<JsonNode> required(JsonNode argument) {
    List<String> names = items(argument).map(JsonNode::asText).toList();
    return value -> {
      if (value.isObject()) {
        for (String name : names) {
          if (!value.has(name)) {
            return false;
          }
        }
      }
      return true;
    };
  }

  /**
   * @param properties schemas by name; may be missing
   * @param additional schema of other members; may be missing
   */
  private Predicate<JsonNode> ofMembers(JsonNode properties, JsonNode additional) {
    Map<String, Predicate<JsonNode>> byName = new HashMap<>();
    properties
        .properties()
        .forEach(property -> byName.put(property.getKey(), compile(property.getValue())));
    Predicate<JsonNode> other = compile(additional);
    return ofEachMember(
        member -> byName.getOrDefault(member.getKey(), other).test(member.getValue()));
  }

  private static Predicate<JsonNode> ofPropertyNames(Predicate<JsonNode> name) {
    return ofEachMember(member -> name.test(TextNode.valueOf(member.getKey())));
  }

  private static Predicate<JsonNode> ofEachMember(Predicate<Map.Entry<String, JsonNode>> test) {
    return value -> {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (!test.test(member)) {
          return false;
        }
      }
      return true;
    };
  }

  /** Undecided unless the condition is about texts of members: it must be exact. */
  private Predicate<JsonNode> conditional(JsonNode schema) {
    JsonNode condition = schema.get("if");
    if (schema.has("else") || !isExact(condition)) {
      return SchemaPredicates::never;
    }
    return compile(condition).negate().or(compile(schema.path("then")));
  }

  private static boolean isExact(JsonNode condition) {
    return condition.properties().stream()
        .allMatch(
            keyword ->
                switch (keyword.getKey()) {
                  case "required" -> true;
                  case "properties" -> items(keyword.getValue()).allMatch(SchemaPredicates::isText);
                  default -> false;
                });
  }

  private static boolean isText(JsonNode schema) {
    return schema.size() == 1
        && (schema.path("const").isTextual()
            || (schema.has("enum") && items(schema.get("enum")).allMatch(JsonNode::isTextual)));
  }
}
