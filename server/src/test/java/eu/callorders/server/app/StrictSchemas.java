package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The schemas of a contract, which here forbid unknown members. */
final class StrictSchemas {
  /** Begins the reference to a named schema in a contract. */
  static final String PREFIX = "#/components/schemas/";

  private static final String BASE = "https://test.invalid/contract";

  /** Marks a schema that is part of another: only the outer one forbids unknown members. */
  private static final String PART = "Part";

  /** Keywords whose schemas describe an object in part. */
  private static final Set<String> PARTS = Set.of("allOf", "anyOf", "oneOf", "if", "then", "not");

  private final SchemaRegistry registry;
  private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

  StrictSchemas(JsonNode contract) {
    ObjectNode strict = Json.object();
    ObjectNode schemas = Json.object();
    for (Map.Entry<String, JsonNode> schema : contract.at("/components/schemas").properties()) {
      schemas.set(schema.getKey(), close(schema.getValue().deepCopy(), false));
      schemas.set(schema.getKey() + PART, close(schema.getValue().deepCopy(), true));
    }
    strict.set("$defs", Json.parse(schemas.toString().replace(PREFIX, "#/$defs/")));
    registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder ->
                builder
                    .schemas(Map.of(BASE, strict.toString()))
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  }

  /** Returns the faults of a value by the schema that a contract refers to like this. */
  List<Error> validate(String reference, JsonNode value) {
    return compiled
        .computeIfAbsent(
            reference,
            it -> registry.getSchema(SchemaLocation.of(BASE + it.replace(PREFIX, "#/$defs/"))))
        .validate(value);
  }

  /**
   * Forbids unknown members.
   *
   * @param part whether the schema is part of another with members of its own
   */
  private static JsonNode close(JsonNode schema, boolean part) {
    if (!(schema instanceof ObjectNode object)) {
      schema.forEach(item -> close(item, part));
      return schema;
    }
    for (JsonNode one : object.path("allOf")) {
      if (one.has("$ref")) {
        ((ObjectNode) one).put("$ref", one.get("$ref").asText() + PART);
      }
    }
    boolean describes = object.has("properties") || object.has("allOf");
    if (describes && !part && !object.has("additionalProperties")) {
      boolean alone = PARTS.stream().noneMatch(object::has);
      object.put(alone ? "additionalProperties" : "unevaluatedProperties", false);
    }
    if (object.has("discriminator")) {
      selectByDiscriminator(object);
    }
    object.remove(List.of("discriminator", "x-extensible-enum", "x-field-error", "x-format"));
    for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
      if (member.getKey().equals("properties")) {
        member.getValue().forEach(property -> close(property, false));
      } else if (member.getValue().isContainerNode() && !member.getKey().equals("enum")) {
        close(member.getValue(), PARTS.contains(member.getKey()));
      }
    }
    return object;
  }

  /**
   * Replaces alternatives by a selection by discriminator: trying each of them on a page of events
   * would dominate the test time.
   */
  private static void selectByDiscriminator(ObjectNode schema) {
    String property = schema.at("/discriminator/propertyName").asText();
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> value : schema.at("/discriminator/mapping").properties()) {
      values
          .computeIfAbsent(value.getValue().asText(), ignored -> new ArrayList<>())
          .add(value.getKey());
    }
    assertThat(values.keySet())
        .as("%s", schema)
        .containsExactlyInAnyOrderElementsOf(
            ServiceResponse.items(schema.path("oneOf"))
                .map(one -> one.path("$ref").asText())
                .toList());
    schema.remove("oneOf");
    ArrayNode all = schema.withArray("allOf");
    all.add(hasOneOf(property, values.values().stream().flatMap(List::stream).toList()));
    values.forEach(
        (reference, names) -> {
          ObjectNode choice = all.addObject();
          choice.set("if", hasOneOf(property, names));
          choice.putObject("then").put("$ref", reference);
        });
  }

  private static ObjectNode hasOneOf(String property, List<String> values) {
    ObjectNode schema = Json.object();
    schema.putArray("required").add(property);
    ArrayNode names = schema.putObject("properties").putObject(property).putArray("enum");
    values.forEach(names::add);
    return schema;
  }
}
