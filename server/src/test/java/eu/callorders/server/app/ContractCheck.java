package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.Error;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks responses against a contract file: the status is documented, headers are present and
 * well-formed, the body satisfies its schema and has no unknown member.
 */
public final class ContractCheck {
  private static final List<String> ALWAYS =
      List.of("X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset");
  private static final Set<String> METHODS = Set.of("get", "post", "patch", "put", "delete");

  private final ObjectNode contract;

  /** The responses of paths outside the contract. */
  private final JsonNode unknownPath;

  private final Map<DocumentedOperation, Pattern> operations = new LinkedHashMap<>();
  private final StrictSchemas schemas;

  /** The contract of the API. */
  ContractCheck() {
    this("/contract/openapi.yaml", "/paths/~1v1~1tenant/get/responses");
  }

  private ContractCheck(String file, String anywhere) {
    contract = read(file);
    this.unknownPath = contract.at(anywhere);
    contract
        .path("paths")
        .properties()
        .forEach(
            path ->
                documented(path.getKey(), path.getValue())
                    .forEach(operation -> operations.put(operation, operation.pattern())));
    schemas = new StrictSchemas(contract);
  }

  /** The contract of the administration. */
  public static ContractCheck administration() {
    return new ContractCheck(
        "/contract/administration.yaml", "/paths/~1admin~1v1~1tenants/get/responses");
  }

  /** The contract of the address for gateway events. */
  static ContractCheck gatewayEvents() {
    return new ContractCheck("/contract/gateway.yaml", "/webhooks/events/post/responses");
  }

  private static ObjectNode read(String file) {
    try (InputStream stream = ContractCheck.class.getResourceAsStream(file)) {
      return (ObjectNode) new ObjectMapper(new YAMLFactory()).readTree(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An operation of the contract. */
  record DocumentedOperation(String id, String method, String template, JsonNode node) {
    Pattern pattern() {
      return Pattern.compile(template.replaceAll("\\{[a-z_]+}", "[^/]*"));
    }

    boolean isExtension() {
      return node.path("x-extension").asBoolean();
    }

    /** Of the only security scheme. */
    List<String> scopes() {
      return ServiceResponse.items(node.path("security").path(0))
          .flatMap(ServiceResponse::items)
          .map(JsonNode::asText)
          .toList();
    }

    /** A path of the operation, with {@code id} for each parameter. */
    String path(String id) {
      return path(id, id);
    }

    /** With a number for a version parameter. */
    String path(String id, String version) {
      return template.replace("{version}", version).replaceAll("\\{[a-z_]+}", id);
    }
  }

  private static List<DocumentedOperation> documented(String path, JsonNode item) {
    return item.properties().stream()
        .filter(operation -> METHODS.contains(operation.getKey()))
        .map(
            operation ->
                new DocumentedOperation(
                    operation.getValue().path("operationId").asText(),
                    operation.getKey().toUpperCase(Locale.ROOT),
                    path,
                    operation.getValue()))
        .toList();
  }

  List<DocumentedOperation> operations() {
    return List.copyOf(operations.keySet());
  }

  /** Checks a response, including the headers of every response. */
  public void check(String method, String target, HttpResponse<String> response) {
    ServiceResponse serviceResponse = new ServiceResponse(response);
    check(method, target, serviceResponse);
    for (String header : ALWAYS) {
      assertThat(serviceResponse.header(header))
          .as("%s %s: %s", method, target, header)
          .isNotNull();
    }
  }

  /** Checks a response; one of a path outside the contract must be an error. */
  void check(String method, String target, ServiceResponse serviceResponse) {
    String path = target.replaceFirst("\\?.*", "");
    JsonNode responses =
        operations.entrySet().stream()
            .filter(it -> it.getKey().method().equals(method))
            .filter(it -> it.getValue().matcher(path).matches())
            .map(it -> it.getKey().node().path("responses"))
            .findFirst()
            .orElse(unknownPath);
    String status = Integer.toString(serviceResponse.status());
    JsonNode response = resolve(responses.path(responses.has(status) ? status : "default"));
    String where =
        method + " " + target + " -> " + serviceResponse.status() + " " + serviceResponse.text();
    if (!responses.has(status)) {
      assertThat(serviceResponse.status()).as(where).isGreaterThanOrEqualTo(400);
    }
    checkHeaders(where, response.path("headers"), serviceResponse);
    checkBody(where, response.path("content"), serviceResponse);
    if (serviceResponse.status() >= 400) {
      checkProblem(where, path, serviceResponse);
    }
  }

  private void checkHeaders(String where, JsonNode headers, ServiceResponse serviceResponse) {
    for (Map.Entry<String, JsonNode> entry : headers.properties()) {
      JsonNode header = resolve(entry.getValue());
      String value = serviceResponse.header(entry.getKey());
      if (value == null) {
        assertThat(header.path("required").asBoolean())
            .as("%s lacks %s", where, entry.getKey())
            .isFalse();
      } else {
        JsonNode schema = header.path("schema");
        if (schema.path("type").asText().equals("integer")) {
          assertThat(value).as("%s: %s", where, entry.getKey()).matches("[0-9]+");
        } else if (schema.path("type").asText().equals("boolean")) {
          assertThat(value).as("%s: %s", where, entry.getKey()).isEqualTo("true");
        } else if (schema.has("pattern")) {
          assertThat(value)
              .as("%s: %s", where, entry.getKey())
              .matches(schema.get("pattern").asText());
        }
      }
    }
  }

  private void checkBody(String where, JsonNode content, ServiceResponse serviceResponse) {
    if (content.isMissingNode()) {
      assertThat(serviceResponse.text()).as(where).isEmpty();
      return;
    }
    String type = content.fieldNames().next();
    if (content.has("text/html")
        && "text/html; charset=utf-8".equals(serviceResponse.header("Content-Type"))) {
      return;
    }
    assertThat(serviceResponse.header("Content-Type")).as(where).isEqualTo(type);
    JsonNode schema = content.path(type).path("schema");
    List<JsonNode> alternatives =
        schema.has("anyOf") ? ServiceResponse.items(schema.get("anyOf")).toList() : List.of(schema);
    List<List<Error>> faults =
        alternatives.stream()
            .map(it -> schemas.validate(it.path("$ref").asText(), serviceResponse.body()))
            .toList();
    assertThat(faults).as(where).anyMatch(List::isEmpty);
  }

  /** The documented statuses of a path outside the contract. */
  List<String> statusesOfUnknownPath() {
    return unknownPath.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static void checkProblem(String where, String path, ServiceResponse serviceResponse) {
    JsonNode body = serviceResponse.body();
    assertThat(body.path("trace_id").asText())
        .as(where)
        .isNotEmpty()
        .isEqualTo(serviceResponse.header("X-Request-Id"));
    assertThat(body.path("status").asInt()).as(where).isEqualTo(serviceResponse.status());
    assertThat(body.path("type").asText())
        .as(where)
        .isEqualTo("urn:problem:call-orders:" + body.path("code").asText());
    assertThat(body.path("title").asText()).as(where).isNotEmpty();
    assertThat(body.path("detail").isArray())
        .as(where)
        .isEqualTo(body.path("code").asText().equals("validation_failed"));
    if (body.has("instance")) {
      assertThat(body.get("instance").asText()).as(where).isEqualTo(path);
    }
  }

  /** Checks a value against a named schema. */
  void checkAgainst(String schemaName, JsonNode value) {
    assertThat(schemas.validate(StrictSchemas.PREFIX + schemaName, value))
        .as("%s: %s", schemaName, value)
        .isEmpty();
  }

  /** Resolves a reference. */
  JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? contract.at(node.get("$ref").asText().substring(1)) : node;
  }
}
