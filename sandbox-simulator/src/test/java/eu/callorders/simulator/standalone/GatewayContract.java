package eu.callorders.simulator.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Validates messages against {@code contract/gateway.yaml}. */
final class GatewayContract {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BASE = "https://test.invalid/gateway";

  private final JsonNode contract;
  private final SchemaRegistry registry;

  GatewayContract() throws IOException {
    try (InputStream in = GatewayContract.class.getResourceAsStream("/contract/gateway.yaml")) {
      contract = new ObjectMapper(new YAMLFactory()).readTree(in);
    }
    ObjectNode document = JSON.createObjectNode();
    document.set(
        "$defs",
        JSON.readTree(
            contract
                .at("/components/schemas")
                .toString()
                .replace("#/components/schemas/", "#/$defs/")));
    registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder ->
                builder
                    .schemas(Map.of(BASE, document.toString()))
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  }

  JsonNode document() {
    return contract;
  }

  /** The status is documented, and the body matches its schema. */
  void checkResponse(String method, String template, int status, String mediaType, String body) {
    JsonNode operation =
        contract.path("paths").path(template).path(method.toLowerCase(Locale.ROOT));
    JsonNode responses = operation.path("responses");
    JsonNode response =
        resolved(
            responses.has(String.valueOf(status))
                ? responses.path(String.valueOf(status))
                : responses.path("default"));
    assertThat(response.isMissingNode()).as(method + " " + template).isFalse();
    JsonNode content = response.path("content");
    if (content.isMissingNode()) {
      assertThat(body).isEmpty();
      return;
    }
    assertThat(content.has(mediaType)).as(mediaType + " for " + status).isTrue();
    check(content.path(mediaType).path("schema"), body);
  }

  /** The body matches the component. */
  void checkComponent(String schema, String body) {
    check(JSON.createObjectNode().put("$ref", "#/components/schemas/" + schema), body);
  }

  void check(JsonNode schema, String body) {
    String name =
        resolvedName(schema).orElseThrow(() -> new AssertionError("no component: " + schema));
    Schema compiled = registry.getSchema(SchemaLocation.of(BASE + "#/$defs/" + name));
    try {
      assertThat(compiled.validate(JSON.readTree(body))).as(body).isEmpty();
    } catch (IOException e) {
      throw new AssertionError("no JSON: " + body, e);
    }
  }

  JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? contract.at(node.path("$ref").asText().substring(1)) : node;
  }

  private static Optional<String> resolvedName(JsonNode schema) {
    String ref = schema.path("$ref").asText();
    return ref.isEmpty() ? Optional.empty() : Optional.of(ref.substring(ref.lastIndexOf('/') + 1));
  }
}
