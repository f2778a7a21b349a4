package eu.callorders.server.contract;

import static eu.callorders.server.contract.ContractFaults.CONTRACT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.http.RequestExamples;
import eu.callorders.server.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The predicates against the schema library. */
class SchemaPredicatesTest {
  /** Values that one schema or another refuses. */
  private static final List<JsonNode> VALUES =
      List.of(
          Json.parse("null"),
          Json.parse("true"),
          Json.parse("-1"),
          Json.parse("1"),
          Json.parse("100000"),
          Json.object().numberNode(new BigDecimal("1.0")),
          Json.object().numberNode(new BigDecimal("1.5")),
          Json.parse("\"\""),
          Json.parse("\"a\\nb\""),
          Json.parse("\"phone\""),
          Json.parse("\"+4930\""),
          Json.parse("\"2027-02-30T00:00:00Z\""),
          Json.object().textNode("x".repeat(5_000)),
          Json.parse("[]"),
          Json.parse("[1, 1.0]"),
          Json.parse("[\"mon\", \"mon\"]"),
          Json.parse("{}"),
          Json.parse("{\"unknown\": 1}"));

  private final Map<String, ContractSchema> schemas = schemas();

  private static Map<String, ContractSchema> schemas() {
    Schemas schemas = new Schemas(CONTRACT);
    for (ContractOperation operation : CONTRACT.operations()) {
      JsonNode schema = operation.bodySchema();
      if (schema != null) {
        schemas.add(operation.id(), schema);
      }
    }
    return schemas.compile();
  }

  /** The reference is endless: only the other alternative ends. */
  @Test
  void triesAlternativesWithoutAReferenceFirst() {
    JsonNode schema = Json.parse("{\"anyOf\": [{\"$ref\": \"#/self\"}, {\"type\": \"object\"}]}");
    JsonNode document = Json.object().set("self", schema);

    assertThat(new SchemaPredicates(document).compile(schema)).accepts(Json.object());
  }

  @Test
  void decidesExamplesOfTheContract() {
    for (ContractOperation operation : CONTRACT.operations()) {
      for (JsonNode example : RequestExamples.of(CONTRACT, operation)) {
        assertThat(schemas.get(operation.id()).valid())
            .as("%s %s", operation.id(), example)
            .accepts(example);
      }
    }
  }

  @Test
  void readsBooleanSchemas() {
    SchemaPredicates predicates = new SchemaPredicates(Json.object());

    assertThat(predicates.compile(Json.parse("true"))).accepts(Json.object());
    assertThat(predicates.compile(Json.parse("false"))).rejects(Json.object());
    assertThat(predicates.compile(Json.parse("{\"items\": false}"))).rejects(Json.parse("[1]"));
  }

  @Test
  void acceptsNoValueThatTheLibraryRefuses() {
    int refused = 0;
    for (ContractOperation operation : CONTRACT.operations()) {
      ContractSchema schema = schemas.get(operation.id());
      for (JsonNode example : RequestExamples.of(CONTRACT, operation)) {
        for (JsonNode variant : variants(example)) {
          boolean valid = FieldErrors.validate(schema.schema(), variant).isEmpty();
          refused += valid ? 0 : 1;
          assertThat(valid || !schema.valid().test(variant))
              .as("%s refuses %s", operation.id(), variant)
              .isTrue();
        }
      }
    }
    assertThat(refused).isGreaterThan(1_000);
  }

  /** The example with one member or item removed, added or replaced at a time. */
  private static List<JsonNode> variants(JsonNode example) {
    List<JsonNode> variants = new ArrayList<>();
    collect(example, changed -> variants.add(changed));
    return variants;
  }

  private static void collect(JsonNode node, Consumer<JsonNode> variant) {
    VALUES.forEach(variant);
    if (node instanceof ObjectNode object) {
      variant.accept(object.deepCopy().put("unknown", 1));
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        variant.accept(object.deepCopy().without(member.getKey()));
        collect(
            member.getValue(),
            changed -> variant.accept(object.deepCopy().set(member.getKey(), changed)));
      }
    } else if (node instanceof ArrayNode array) {
      for (int index = 0; index < array.size(); index++) {
        int position = index;
        variant.accept(array.deepCopy().add(array.get(position)));
        collect(
            array.get(position),
            changed -> {
              ArrayNode copy = array.deepCopy();
              copy.set(position, changed);
              variant.accept(copy);
            });
      }
    }
  }
}
