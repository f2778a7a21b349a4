package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaLocation.Fragment;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.OpenApi31;
import com.networknt.schema.keyword.NonValidationKeyword;
import eu.callorders.server.json.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compiles the contract's schemas. Before, annotations are removed, extensions become formats, a
 * discriminator becomes one condition per value (so that only the schema of a step's type reports
 * faults), and scalar alternatives become one schema (so that a wrong value is one fault).
 */
final class Schemas {
  private static final SchemaLocation BASE =
      SchemaLocation.of("https://callorders.invalid/contract");
  private static final List<String> ANNOTATIONS =
      List.of(
          "description",
          "title",
          "example",
          "examples",
          "x-extensible-enum",
          "x-extension",
          "default");

  private static final Set<String> SCALARS = Set.of("string", "number", "integer", "boolean");

  private final ObjectNode document = Json.object();
  private final JsonNode contract;

  Schemas(Contract contract) {
    this.contract = contract.document();
    ObjectNode schemas = document.putObject("components").putObject("schemas");
    for (Map.Entry<String, JsonNode> schema :
        this.contract.path("components").path("schemas").properties()) {
      schemas.set(schema.getKey(), prepare(schema.getValue()));
    }
  }

  void add(String name, JsonNode schema) {
    document.withObjectProperty("entries").set(name, prepare(schema));
  }

  /** Compiles all; the result is keyed by the names of {@link #add}. */
  Map<String, ContractSchema> compile() {
    SchemaRegistry registry =
        SchemaRegistry.withDialect(
            dialect(), builder -> builder.schemaRegistryConfig(configuration()));
    Schema root = registry.getSchema(BASE, document);
    SchemaPredicates predicates = new SchemaPredicates(document);
    Map<String, ContractSchema> compiled = new HashMap<>();
    for (Map.Entry<String, JsonNode> entry : document.path("entries").properties()) {
      Schema schema = root.getSubSchema(Fragment.of("/entries/" + entry.getKey()));
      schema.initializeValidators();
      compiled.put(
          entry.getKey(), new ContractSchema(predicates.compile(entry.getValue()), schema));
    }
    return Map.copyOf(compiled);
  }

  private static SchemaRegistryConfig configuration() {
    return SchemaRegistryConfig.builder()
        .formatAssertionsEnabled(true)
        .regularExpressionFactory(EcmaRegex::new)
        .build();
  }

  private static Dialect dialect() {
    return Dialect.builder(OpenApi31.getInstance())
        .formats(WireFormat.all())
        .keyword(new MaxSerializedBytesKeyword())
        .keyword(new PropertyNamesKeyword())
        .keyword(new NonValidationKeyword("x-field-error"))
        .keyword(new NonValidationKeyword("components"))
        .keyword(new NonValidationKeyword("entries"))
        .build();
  }

  private JsonNode prepare(JsonNode schema) {
    if (schema.isArray()) {
      ArrayNode items = Json.array();
      schema.forEach(item -> items.add(prepare(item)));
      return items;
    }
    if (!(schema instanceof ObjectNode object)) {
      return schema;
    }
    if (object.has("discriminator")) {
      return byDiscriminator(object.get("discriminator"));
    }
    ObjectNode prepared = Json.object();
    for (Map.Entry<String, JsonNode> member : singleType(object).properties()) {
      addMember(prepared, member.getKey(), member.getValue());
    }
    if (schema.path("x-field-error").asText().equals("invalid_phone_number")) {
      prepared.put("format", WireFormat.PHONE);
    }
    return prepared;
  }

  /**
   * Merges alternatives of different scalar types into one schema. Known values beside a free
   * string of the same type constrain nothing.
   */
  private ObjectNode singleType(ObjectNode schema) {
    ObjectNode single = schema.deepCopy();
    Set<String> types = new LinkedHashSet<>();
    Set<String> listed = new HashSet<>();
    for (JsonNode alternative : schema.path("anyOf")) {
      JsonNode resolved = resolve(alternative);
      String type = resolved.path("type").asText();
      if (!SCALARS.contains(type)) {
        return schema;
      }
      if (resolved.has("enum")) {
        listed.add(type);
      } else if (types.add(type)) {
        single.setAll((ObjectNode) resolved);
      } else {
        return schema;
      }
    }
    if (types.isEmpty() || !types.containsAll(listed)) {
      return schema;
    }
    single.remove(List.of("anyOf", "type"));
    ArrayNode all = Json.array();
    types.forEach(all::add);
    return single.set("type", all.size() == 1 ? all.get(0) : all);
  }

  private JsonNode resolve(JsonNode schema) {
    return schema.has("$ref") ? contract.at(schema.get("$ref").asText().substring(1)) : schema;
  }

  private void addMember(ObjectNode prepared, String name, JsonNode value) {
    switch (name) {
      case "properties", "patternProperties" -> {
        ObjectNode properties = prepared.putObject(name);
        value.properties().forEach(it -> properties.set(it.getKey(), prepare(it.getValue())));
      }
      case "x-format" -> prepared.set("format", value);
      case "dependentRequired" -> addDependentRequired(prepared, value);
      case "enum", "const" -> prepared.set(name, value);
      default -> {
        if (name.equals("allOf")) {
          prepared.withArrayProperty(name).addAll((ArrayNode) prepare(value));
        } else if (!ANNOTATIONS.contains(name)) {
          prepared.set(name, prepare(value));
        }
      }
    }
  }

  /** Becomes a condition, so that the fault names the missing member. */
  private static void addDependentRequired(ObjectNode prepared, JsonNode members) {
    ArrayNode cases = prepared.withArrayProperty("allOf");
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      ObjectNode when = cases.addObject();
      when.putObject("if").putArray("required").add(member.getKey());
      when.putObject("then").set("required", member.getValue());
    }
  }

  private JsonNode byDiscriminator(JsonNode discriminator) {
    String property = discriminator.path("propertyName").asText();
    ObjectNode schema = Json.object().put("type", "object");
    schema.putArray("required").add(property);
    ObjectNode choice = schema.putObject("properties").putObject(property).put("type", "string");
    ArrayNode values = choice.putArray("enum");
    ArrayNode cases = schema.putArray("allOf");
    for (Map.Entry<String, JsonNode> mapping : discriminator.path("mapping").properties()) {
      values.add(mapping.getKey());
      ObjectNode condition = Json.object();
      condition.putObject("properties").putObject(property).put("const", mapping.getKey());
      condition.putArray("required").add(property);
      ObjectNode when = cases.addObject();
      when.set("if", condition);
      when.putObject("then").set("$ref", mapping.getValue());
    }
    return schema;
  }
}
