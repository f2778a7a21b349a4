package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Invalid requests to the administration, generated from its contract: each member of each body and
 * each query parameter. Every error has the pointer and changes nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class AdministrationRefusalsTest {
  private static final ContractCheck CONTRACT = ContractCheck.administration();
  private static final String UNKNOWN = "tn_00000000000000000000000000";

  /** Matches no pattern of the contract. */
  private static final String BELL = "\u0007";

  private final RunningService service = RunningService.shared();
  private RunningTenant tenant;

  /**
   * A body with one fault.
   *
   * @param pointer its location
   */
  private record Fault(String pointer, String how, ObjectNode body) {}

  @BeforeAll
  void begin() {
    tenant = service.newTenant();
  }

  private static Stream<DocumentedOperation> operations() {
    return CONTRACT.operations().stream();
  }

  private static Stream<DocumentedOperation> takingBodies() {
    return operations().filter(operation -> operation.node().has("requestBody"));
  }

  @TestFactory
  Stream<DynamicTest> rejectsEachInvalidMember() {
    return takingBodies()
        .flatMap(
            operation ->
                faults(operation).stream()
                    .map(
                        fault ->
                            DynamicTest.dynamicTest(
                                operation.id() + " " + fault.pointer() + " " + fault.how(),
                                () -> assertRefused(operation, fault))));
  }

  private void assertRefused(DocumentedOperation operation, Fault fault) {
    TestHttpClient.Response before = service.admin().get("/admin/v1/tenants/" + tenant.id());

    TestHttpClient.Response refused =
        service.admin().send(operation.method(), path(operation), fault.body().toString());

    assertThat(refused.status()).as("%s %s", fault.body(), refused.text()).isEqualTo(422);
    assertThat(refused.body().path("errors").findValuesAsText("pointer")).contains(fault.pointer());
    assertThat(service.admin().get("/admin/v1/tenants/" + tenant.id()).text())
        .isEqualTo(before.text());
  }

  @TestFactory
  Stream<DynamicTest> rejectsInvalidBodies() {
    return takingBodies()
        .map(
            operation ->
                DynamicTest.dynamicTest(operation.id(), () -> assertRejectsBodies(operation)));
  }

  private void assertRejectsBodies(DocumentedOperation operation) {
    String path = path(operation);
    assertThat(service.admin().send(operation.method(), path, "{").code())
        .isEqualTo("malformed_request");
    assertThat(service.admin().send(operation.method(), path, "{\"name\": 1, \"name\": 1}").code())
        .isEqualTo("malformed_request");
    for (String other : new String[] {"[]", "\"x\"", "1", "null"}) {
      assertThat(service.admin().send(operation.method(), path, other).code())
          .as(other)
          .isEqualTo("validation_failed");
    }
  }

  @TestFactory
  Stream<DynamicTest> rejectsInvalidQueries() {
    return operations()
        .map(
            operation ->
                DynamicTest.dynamicTest(operation.id(), () -> assertRejectsQueries(operation)));
  }

  private void assertRejectsQueries(DocumentedOperation operation) {
    assertQueryRefused(operation, "bogus", "1");
    for (JsonNode each : operation.node().path("parameters")) {
      JsonNode parameter = CONTRACT.resolve(each);
      JsonNode schema = CONTRACT.resolve(parameter.path("schema"));
      if (parameter.path("in").asText().equals("query")) {
        String name = parameter.path("name").asText();
        switch (schema.path("type").asText()) {
          case "integer" -> {
            assertQueryRefused(operation, name, "x");
            assertQueryRefused(operation, name, Long.toString(schema.get("minimum").asLong() - 1));
            assertQueryRefused(operation, name, Long.toString(schema.get("maximum").asLong() + 1));
          }
          case "boolean" -> assertQueryRefused(operation, name, "perhaps");
          default -> {
            if (schema.has("format") || name.equals("after")) {
              assertQueryRefused(operation, name, "2026-01-01T00:00:00");
            }
          }
        }
        assertQueryRefused(operation, name, "1&" + name + "=1");
      }
    }
  }

  private void assertQueryRefused(DocumentedOperation operation, String name, String value) {
    String target = path(operation) + "?" + name + "=" + value;
    String body = operation.node().has("requestBody") ? minimal(operation).toString() : null;
    TestHttpClient.Response refused = service.admin().send(operation.method(), target, body);
    assertThat(refused.status()).as(target + ": " + refused.text()).isEqualTo(422);
    assertThat(refused.body().path("errors").findValuesAsText("pointer"))
        .as(target)
        .contains("/query/" + name);
  }

  @Test
  void returns404ForUnknownTenant() {
    operations()
        .filter(operation -> operation.path("").contains("/tenants/"))
        .forEach(
            operation -> {
              String body =
                  operation.node().has("requestBody") ? minimal(operation).toString() : null;
              for (String unknown : new String[] {UNKNOWN, "x", "ord_" + UNKNOWN.substring(3)}) {
                String path =
                    operation.path("x").replaceFirst("/tenants/x", "/tenants/" + unknown)
                        + requiredQuery(operation);
                assertThat(service.admin().send(operation.method(), path, body).code())
                    .as(operation.method() + " " + path)
                    .isEqualTo("not_found");
              }
            });
  }

  private static String requiredQuery(DocumentedOperation operation) {
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (JsonNode each : operation.node().path("parameters")) {
      JsonNode parameter = CONTRACT.resolve(each);
      if (parameter.path("in").asText().equals("query") && parameter.path("required").asBoolean()) {
        query.add(parameter.path("name").asText() + "=x");
      }
    }
    return query.toString();
  }

  /** The path with the test's tenant and nonexistent other resources. */
  private String path(DocumentedOperation operation) {
    return operation.path("x").replaceFirst("/tenants/x", "/tenants/" + tenant.id());
  }

  private static JsonNode schema(DocumentedOperation operation) {
    return CONTRACT.resolve(operation.node().at("/requestBody/content/application~1json/schema"));
  }

  /** A minimal valid body. */
  private static ObjectNode minimal(DocumentedOperation operation) {
    ObjectNode body = minimal(schema(operation));
    return operation.id().equals("advanceTestClock") ? body.put("by", "PT0S") : body;
  }

  /** The members that an object must have. */
  private static ObjectNode minimal(JsonNode schema) {
    ObjectNode object = Json.object();
    for (String path : List.of("/required", "/anyOf/0/required")) {
      for (JsonNode name : schema.at(path)) {
        object.set(name.asText(), valid(schema.path("properties").path(name.asText())));
      }
    }
    return object;
  }

  private static JsonNode valid(JsonNode property) {
    JsonNode schema = CONTRACT.resolve(property);
    if (schema.has("enum")) {
      return schema.at("/enum/0");
    }
    return schema.path("minItems").asInt() > 0
        ? Json.array().add(minimal(CONTRACT.resolve(schema.path("items"))))
        : text("x");
  }

  private static List<Fault> faults(DocumentedOperation operation) {
    List<Fault> faults = new ArrayList<>();
    ObjectNode minimal = minimal(operation);
    for (JsonNode name : schema(operation).path("required")) {
      ObjectNode without = minimal.deepCopy();
      without.remove(name.asText());
      faults.add(new Fault("/" + name.asText(), "is missing", without));
    }
    collect(minimal, "", schema(operation), faults);
    return faults;
  }

  private static void collect(ObjectNode minimal, String above, JsonNode object, List<Fault> into) {
    into.add(with(minimal, above + "/bogus", "is unknown", Json.parse("1")));
    for (Map.Entry<String, JsonNode> property : object.path("properties").properties()) {
      String pointer = above + "/" + property.getKey();
      JsonNode schema = CONTRACT.resolve(property.getValue());
      bad(schema).forEach((how, value) -> into.add(with(minimal, pointer, how, value)));
      if (schema.has("properties")) {
        collect(minimal, pointer, schema, into);
      }
    }
  }

  private static Fault with(ObjectNode minimal, String pointer, String how, JsonNode value) {
    ObjectNode body = minimal.deepCopy();
    ObjectNode parent = body;
    String[] names = pointer.substring(1).split("/");
    for (int i = 0; i < names.length - 1; i++) {
      parent = parent.withObjectProperty(names[i]);
    }
    parent.set(names[names.length - 1], value);
    return new Fault(pointer, how, body);
  }

  /** Invalid values of a schema, by their fault. */
  private static Map<String, JsonNode> bad(JsonNode schema) {
    Map<String, JsonNode> bad = new TreeMap<>();
    String types = schema.path("type").toString();
    bad.put("is of another type", types.contains("object") ? text("x") : Json.object());
    if (!types.contains("null")) {
      bad.put("is null", JsonNodeFactory.instance.nullNode());
    }
    if (schema.has("pattern") || schema.has("format") || schema.has("x-format")) {
      bad.put("is malformed", text(BELL));
    }
    if (schema.has("enum")) {
      bad.put("is none of the values", types.contains("boolean") ? Json.parse("true") : text("no"));
    }
    if (schema.has("minLength")) {
      bad.put("is too short", text("x".repeat(schema.get("minLength").asInt() - 1)));
    }
    if (schema.has("maxLength")) {
      bad.put("is too long", text("x".repeat(schema.get("maxLength").asInt() + 1)));
    }
    if (schema.has("minimum")) {
      bad.put("is too little", Json.parse(schema.get("minimum").asLong() - 1 + ""));
      bad.put("is too much", Json.parse(schema.get("maximum").asLong() + 1 + ""));
      bad.put("is a fraction", Json.parse("1.5"));
    }
    if (schema.has("maxItems") && !schema.path("items").has("$ref")) {
      bad.put("has too many", array(schema.get("maxItems").asInt() + 1));
    }
    return bad;
  }

  private static JsonNode text(String text) {
    return JsonNodeFactory.instance.textNode(text);
  }

  private static JsonNode array(int items) {
    var array = Json.array();
    for (int i = 0; i < items; i++) {
      array.add("+4930231250" + (10 + i));
    }
    return array;
  }
}
