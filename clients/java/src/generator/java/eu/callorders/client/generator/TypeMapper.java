package eu.callorders.client.generator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Maps schemas to Java types, and notes the types that must be written. */
final class TypeMapper {
  private final ContractReader contract;
  private final Set<String> noted = new HashSet<>();
  private final Deque<String> unwritten = new ArrayDeque<>();

  TypeMapper(ContractReader contract) {
    this.contract = contract;
  }

  /** Inline schemas of one owner that become nested types: simple name to schema. */
  static final class NestedTypes {
    final Map<String, JsonNode> types = new LinkedHashMap<>();

    String add(String name, JsonNode schema) {
      types.putIfAbsent(name, schema);
      return name;
    }
  }

  /** The next noted schema that has not been taken yet; null when there is none. */
  String next() {
    return unwritten.poll();
  }

  /** Maps a schema to a type with boxed primitives. */
  String type(JsonNode schema, String name, NestedTypes nested) {
    if (schema.has("$ref")) {
      return referenced(ContractReader.referenced(schema), nested);
    }
    if (isGrowingEnum(schema) || isValueOrNull(schema)) {
      return type(schema.path("anyOf").get(0), name, nested);
    }
    if (isEnum(schema)) {
      String component = Names.type(name);
      return isEnumOf(component) ? note(component) : nested.add(component, schema);
    }
    if (schema.has("properties") || schema.has("allOf")) {
      return nested.add(Names.type(name), schema);
    }
    return switch (jsonType(schema)) {
      case "string" -> string(schema);
      case "integer" -> "Long";
      case "number" -> "java.math.BigDecimal";
      case "boolean" -> "Boolean";
      case "object" -> "java.util.Map<String, Object>";
      case "array" -> "java.util.List<" + item(schema, name, nested) + ">";
      default -> "Object";
    };
  }

  private String item(JsonNode schema, String name, NestedTypes nested) {
    return type(schema.path("items"), Names.item(name), nested);
  }

  private String referenced(String name, NestedTypes nested) {
    JsonNode schema = contract.schema(name);
    if (isPage(schema)) {
      JsonNode rows = contract.merged(schema).at("/properties/data/items");
      return "Page<" + type(rows, name, nested) + ">";
    }
    if (isGrowingEnum(schema) || isEnum(schema) || isObject(schema) || isUnion(schema)) {
      return note(name);
    }
    return type(schema, name, nested);
  }

  /** The list {@code KnownX} of an enumeration that grows is written as {@code X}. */
  String note(String name) {
    String known = name.startsWith("Known") ? name.substring("Known".length()) : name;
    String written = contract.schema(known).isMissingNode() ? name : known;
    if (noted.add(written)) {
      unwritten.add(written);
    }
    return written;
  }

  private static String string(JsonNode schema) {
    return switch (schema.path("format").asText()) {
      case "date-time" -> "java.time.Instant";
      case "date" -> "java.time.LocalDate";
      default -> "String";
    };
  }

  /** The type without {@code null}. */
  static String jsonType(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      for (JsonNode each : type) {
        if (!each.asText().equals("null")) {
          return each.asText();
        }
      }
    }
    return type.isMissingNode() && schema.has("const") ? "string" : type.asText();
  }

  static boolean isNullable(JsonNode schema) {
    if (isValueOrNull(schema)) {
      return true;
    }
    for (JsonNode each : schema.path("type")) {
      if (each.asText().equals("null")) {
        return true;
      }
    }
    return false;
  }

  /** A schema that is referenced, or null. */
  private static boolean isValueOrNull(JsonNode schema) {
    return schema.path("anyOf").size() == 2 && schema.at("/anyOf/1/type").asText().equals("null");
  }

  boolean isPage(JsonNode schema) {
    JsonNode properties = contract.merged(schema).path("properties");
    return properties.size() == 3 && properties.has("data") && properties.has("has_more");
  }

  boolean isObject(JsonNode schema) {
    return contract.merged(schema).has("properties");
  }

  /** One schema per value of a discriminator, perhaps beside one for unknown values. */
  boolean isUnion(JsonNode schema) {
    return schema.has("discriminator")
        || contract.resolve(schema.at("/anyOf/0")).has("discriminator");
  }

  static boolean isEnum(JsonNode schema) {
    return schema.has("enum") && jsonType(schema).equals("string");
  }

  /** Known values, or any other string. */
  boolean isGrowingEnum(JsonNode schema) {
    return schema.path("anyOf").size() == 2
        && isEnum(contract.resolve(schema.path("anyOf").get(0)))
        && schema.path("anyOf").get(1).path("type").asText().equals("string");
  }

  private boolean isEnumOf(String component) {
    JsonNode schema = contract.schema(component);
    return isEnum(schema) || isGrowingEnum(schema);
  }
}
