package eu.callorders.client.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads the contract: schemas with their references resolved, operations, parameters. */
final class ContractReader {
  private static final Set<String> METHODS = Set.of("get", "post", "patch", "put", "delete");

  private final JsonNode document;

  private ContractReader(JsonNode document) {
    this.document = document;
  }

  static ContractReader read(Path file) throws IOException {
    return new ContractReader(new ObjectMapper(new YAMLFactory()).readTree(file.toFile()));
  }

  /**
   * An operation.
   *
   * @param parameters those of the path included, with references resolved
   */
  record ContractOperation(
      String id,
      String method,
      String path,
      String summary,
      String description,
      List<JsonNode> parameters,
      JsonNode body,
      boolean bodyRequired,
      JsonNode answer) {

    List<JsonNode> parametersIn(String place) {
      return parameters.stream().filter(each -> each.path("in").asText().equals(place)).toList();
    }
  }

  JsonNode schema(String name) {
    return document.at("/components/schemas/" + name);
  }

  Set<Map.Entry<String, JsonNode>> schemas() {
    return document.at("/components/schemas").properties();
  }

  static String referenced(JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.substring(reference.lastIndexOf('/') + 1);
  }

  JsonNode resolve(JsonNode node) {
    JsonNode current = node;
    while (current.has("$ref")) {
      current = document.at(current.get("$ref").asText().substring(1));
    }
    return current;
  }

  /** The schema with the members of {@code allOf} merged into it. */
  JsonNode merged(JsonNode node) {
    JsonNode schema = resolve(node);
    if (!schema.has("allOf")) {
      return schema;
    }
    ObjectNode merged = schema.deepCopy();
    merged.remove("allOf");
    ObjectNode properties = merged.withObjectProperty("properties");
    Set<String> required = new LinkedHashSet<>();
    for (JsonNode part : schema.path("allOf")) {
      JsonNode resolved = merged(part);
      if (!merged.has("description") && resolved.has("description")) {
        merged.set("description", resolved.get("description"));
      }
      resolved
          .path("properties")
          .properties()
          .forEach(p -> properties.set(p.getKey(), p.getValue()));
      resolved.path("required").forEach(name -> required.add(name.asText()));
    }
    schema.path("properties").properties().forEach(p -> properties.set(p.getKey(), p.getValue()));
    schema.path("required").forEach(name -> required.add(name.asText()));
    var names = merged.putArray("required");
    required.forEach(names::add);
    if (properties.isEmpty()) {
      merged.remove("properties");
    }
    return merged;
  }

  List<ContractOperation> operations() {
    List<ContractOperation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> member : path.getValue().properties()) {
        if (METHODS.contains(member.getKey())) {
          operations.add(
              operation(path.getKey(), path.getValue(), member.getKey(), member.getValue()));
        }
      }
    }
    return operations;
  }

  /** The schemas with names that receivers of webhooks get and answer. */
  List<JsonNode> webhookSchemas() {
    List<JsonNode> schemas = new ArrayList<>();
    for (JsonNode content : document.path("webhooks").findValues("application/json")) {
      if (content.path("schema").has("$ref")) {
        schemas.add(content.path("schema"));
      }
    }
    return schemas;
  }

  private ContractOperation operation(String path, JsonNode item, String method, JsonNode node) {
    List<JsonNode> parameters = new ArrayList<>();
    item.path("parameters").forEach(each -> parameters.add(resolve(each)));
    node.path("parameters").forEach(each -> parameters.add(resolve(each)));
    JsonNode body = resolve(node.path("requestBody"));
    return new ContractOperation(
        node.path("operationId").asText(),
        method.toUpperCase(Locale.ROOT),
        path,
        node.path("summary").asText(),
        node.path("description").asText(),
        parameters,
        body.at("/content/application~1json/schema"),
        body.path("required").asBoolean(),
        answer(node.path("responses")));
  }

  /** The schema of the first success that has one. */
  private JsonNode answer(JsonNode responses) {
    for (Map.Entry<String, JsonNode> response : responses.properties()) {
      JsonNode schema = resolve(response.getValue()).at("/content/application~1json/schema");
      if (response.getKey().startsWith("2") && !schema.isMissingNode()) {
        return schema;
      }
    }
    return MissingNode.getInstance();
  }
}
