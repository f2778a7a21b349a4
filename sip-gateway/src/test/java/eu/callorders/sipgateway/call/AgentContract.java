package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Map;

/** Validates requests and responses against {@code contract/agent.yaml}. */
final class AgentContract {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BASE = "https://test.invalid/agent";

  private final JsonNode contract;
  private final SchemaRegistry registry;

  AgentContract() throws IOException {
    try (InputStream in = AgentContract.class.getResourceAsStream("/contract/agent.yaml")) {
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
            builder -> builder.schemas(Map.of(BASE, document.toString())));
  }

  /** The status is documented, the body has its schema; a body that was accepted is valid. */
  void check(String method, String path, String body, HttpResponse<String> response)
      throws IOException {
    JsonNode operation =
        contract.path("paths").path("/agent/v1/calls/{attempt_id}" + path).path(method);
    JsonNode documented =
        resolved(operation.path("responses").path(String.valueOf(response.statusCode())));
    assertThat(documented.isMissingNode())
        .as("%s %s: %d", method, path, response.statusCode())
        .isFalse();
    JsonNode content = documented.path("content");
    if (content.isMissingNode()) {
      assertThat(response.body()).isEmpty();
    } else {
      String type = response.headers().firstValue("Content-Type").orElse("");
      assertThat(isValid(content.path(type).path("schema"), response.body())).isTrue();
    }
    JsonNode request = resolved(operation.path("requestBody"));
    if (!request.isMissingNode()
        && (response.statusCode() == 204 || response.statusCode() == 422)) {
      JsonNode schema = request.at("/content/application~1json/schema");
      assertThat(isValid(schema, body)).as(body).isEqualTo(response.statusCode() == 204);
    }
  }

  private boolean isValid(JsonNode schema, String body) throws IOException {
    String ref = schema.path("$ref").asText();
    assertThat(ref).isNotEmpty();
    String name = ref.substring(ref.lastIndexOf('/') + 1);
    return registry
        .getSchema(SchemaLocation.of(BASE + "#/$defs/" + name))
        .validate(JSON.readTree(body))
        .isEmpty();
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? contract.at(node.path("$ref").asText().substring(1)) : node;
  }
}
