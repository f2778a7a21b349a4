package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API contract: the single source of routes, scopes and validation. */
public final class Contract {
  private static final String RESOURCE = "/contract/openapi.yaml";
  private static final Set<String> METHODS = Set.of("get", "post", "patch", "put", "delete");

  private final String text;
  private final JsonNode document;
  private final List<ContractOperation> operations;

  private Contract(String text, JsonNode document) {
    this.text = text;
    this.document = document;
    this.operations = List.copyOf(readOperations());
  }

  /** The public contract of the core module. */
  public static Contract load() {
    return load(RESOURCE);
  }

  public static Contract load(String resource) {
    try (InputStream stream = Contract.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      return of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Contract of(String yaml) throws IOException {
    return new Contract(yaml, new ObjectMapper(new YAMLFactory()).readTree(yaml));
  }

  public String text() {
    return text;
  }

  public String title() {
    return document.at("/info/title").asText();
  }

  public JsonNode document() {
    return document;
  }

  /** All operations, in the document's order. */
  public List<ContractOperation> operations() {
    return operations;
  }

  public List<String> operationIds() {
    return operations.stream().map(ContractOperation::id).toList();
  }

  /**
   * Paths and operation ids only. The router's own contract model rejects unknown media types such
   * as problem+json, and would validate every schema a second time.
   */
  public ObjectNode outline() {
    ObjectNode outline = Json.object().put("openapi", "3.1.0");
    outline.putObject("info").put("title", "Routes").put("version", "1");
    outline.putArray("servers").addObject().put("url", "http://localhost");
    ObjectNode paths = outline.putObject("paths");
    for (ContractOperation operation : operations) {
      ObjectNode routed =
          paths
              .withObjectProperty(operation.path())
              .putObject(operation.method().toLowerCase(Locale.ROOT));
      routed.put("operationId", operation.id());
      routed.putObject("responses").putObject("default").put("description", "Any.");
    }
    return outline;
  }

  /** Follows {@code $ref} to the referenced node. */
  public JsonNode resolve(JsonNode node) {
    JsonNode current = node;
    while (current.has("$ref")) {
      current = document.at(current.get("$ref").asText().substring(1));
    }
    return current;
  }

  private List<ContractOperation> readOperations() {
    List<ContractOperation> read = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> member : path.getValue().properties()) {
        if (METHODS.contains(member.getKey())) {
          read.add(operation(path.getKey(), path.getValue(), member.getKey(), member.getValue()));
        }
      }
    }
    return read;
  }

  private ContractOperation operation(String path, JsonNode item, String method, JsonNode node) {
    JsonNode body = resolve(node.path("requestBody"));
    List<ContractParameter> parameters = new ArrayList<>();
    item.path("parameters").forEach(each -> parameters.add(parameter(resolve(each))));
    node.path("parameters").forEach(each -> parameters.add(parameter(resolve(each))));
    return new ContractOperation(
        node.path("operationId").asText(),
        node.path("summary").asText(),
        node.path("description").asText().strip(),
        method.toUpperCase(Locale.ROOT),
        path,
        scopes(node.has("security") ? node.get("security") : document.path("security")),
        parameters,
        bodySchema(body),
        body.path("required").asBoolean(),
        successes(node).anyMatch(success -> success.has("content")),
        successes(node).anyMatch(success -> success.path("content").has("text/html")));
  }

  private Stream<JsonNode> successes(JsonNode operation) {
    return operation.path("responses").properties().stream()
        .filter(response -> response.getKey().startsWith("2"))
        .map(response -> resolve(response.getValue()));
  }

  private static @Nullable JsonNode bodySchema(JsonNode body) {
    return body.path("content").path("application/json").get("schema");
  }

  private static Set<String> scopes(JsonNode security) {
    Set<String> scopes = new HashSet<>();
    security.forEach(
        requirement -> requirement.forEach(list -> list.forEach(it -> scopes.add(it.asText()))));
    return scopes;
  }

  private ContractParameter parameter(JsonNode node) {
    JsonNode schema = node.path("schema");
    JsonNode resolved = resolve(schema);
    JsonNode preset = resolved.get("default");
    return new ContractParameter(
        node.path("name").asText(),
        node.path("in").asText(),
        node.path("description").asText(),
        node.path("required").asBoolean(),
        resolved,
        preset == null ? null : preset.asText());
  }
}
