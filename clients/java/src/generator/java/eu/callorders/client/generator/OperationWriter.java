package eu.callorders.client.generator;

import static eu.callorders.client.generator.ClientGenerator.SourceDirectory.API;
import static eu.callorders.client.generator.ClientGenerator.SourceDirectory.MODEL;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.generator.ContractReader.ContractOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the operations: their requests, and an interface with a method for each. */
final class OperationWriter {
  private final ContractReader contract;
  private final ModelWriter models;
  private final ClientGenerator.SourceDirectory out;
  private final Source requests = header();
  private final Source methods = header();

  /** Operations that read one resource, by path. */
  private final Map<String, ContractOperation> reads = new TreeMap<>();

  OperationWriter(
      ContractReader contract, ModelWriter models, ClientGenerator.SourceDirectory out) {
    this.contract = contract;
    this.models = models;
    this.out = out;
  }

  void write() throws IOException {
    List<ContractOperation> operations = contract.operations();
    operations.stream()
        .filter(each -> each.method().equals("GET"))
        .forEach(each -> reads.put(each.path(), each));
    requests.javadoc(List.of("A request for each operation of the contract."));
    requests.line("@Generated(\"openapi.yaml\")").line("public final class Operations {");
    requests.line("private Operations() {}");
    methods.javadoc(List.of("A method for each operation of the contract."));
    methods.line("@Generated(\"openapi.yaml\")").line("public interface CallOrderApi {");
    methods.javadoc(
        List.of(
            "Sends a request, repeats it as the retry policy says, and returns the response.",
            "@throws ApiException when the service refuses it",
            "@throws UnreachableException when no response comes"));
    methods.line("<T> ApiResponse<T> send(ApiRequest<T> request);");
    for (ContractOperation operation : operations) {
      write(operation);
    }
    out.write(API, "Operations", requests.line("}"));
    out.write(API, "CallOrderApi", methods.line("}"));
  }

  private static Source header() {
    return new Source()
        .line("package " + API + ";")
        .line("")
        .line("import com.fasterxml.jackson.core.type.TypeReference;")
        .line("import " + MODEL + ".*;")
        .line("import java.util.Objects;")
        .line("import java.util.function.Function;")
        .line("import javax.annotation.processing.Generated;")
        .line("import org.jspecify.annotations.Nullable;")
        .line("");
  }

  private void write(ContractOperation operation) throws IOException {
    String type = operation.answer().isMissingNode() ? "Void" : models.type(operation.answer(), "");
    List<String> declared = new ArrayList<>();
    List<String> passed = new ArrayList<>();
    for (JsonNode parameter : operation.parametersIn("path")) {
      String name = Names.member(parameter.path("name").asText());
      declared.add(
          models.type(parameter.path("schema"), name).replace("Long", "long") + " " + name);
      passed.add(name);
    }
    boolean conditional = has(operation, "header", "If-Match");
    if (conditional) {
      declared.add((isRequired(operation, "If-Match") ? "" : "@Nullable ") + "String ifMatch");
      passed.add("ifMatch");
    }
    boolean body = !operation.body().isMissingNode();
    if (body) {
      String input = models.type(operation.body(), "");
      declared.add((operation.bodyRequired() ? "" : "@Nullable ") + input + " body");
      passed.add("body");
    }
    boolean query = !operation.parametersIn("query").isEmpty();
    if (query) {
      String name = Names.type(operation.id()) + "Query";
      new QueryWriter(models, out).write(name, operation);
      declared.add(name + " query");
      passed.add("query");
    }
    List<String> texts =
        List.of(Names.javadoc(operation.summary()) + ".", Names.javadoc(operation.description()));
    request(operation, type, String.join(", ", declared), body, query, conditional, texts);
    method(operation, type, declared, passed, query, texts);
  }

  private static boolean has(ContractOperation operation, String place, String name) {
    return operation.parametersIn(place).stream()
        .anyMatch(each -> each.path("name").asText().equals(name));
  }

  private static boolean isRequired(ContractOperation operation, String name) {
    return operation.parametersIn("header").stream()
        .filter(each -> each.path("name").asText().equals(name))
        .anyMatch(each -> each.path("required").asBoolean());
  }

  private void request(
      ContractOperation operation,
      String type,
      String declared,
      boolean body,
      boolean query,
      boolean conditional,
      List<String> texts) {
    requests.line("").javadoc(texts);
    requests.line(
        "public static ApiRequest<%s> %s(%s) {".formatted(type, operation.id(), declared));
    requests.line(
        "return ApiRequest.of(\"%s\", %s,".formatted(operation.method(), path(operation)));
    String tail = body ? ".withBody(body)" : "";
    tail += conditional ? ".withIfMatch(ifMatch)" : "";
    tail += query ? ".with(query.parameters())" : "";
    requests.line("    new TypeReference<%s>() {})%s;".formatted(type, tail)).line("}");
  }

  /** The path as a Java expression, its parameters encoded. */
  private static String path(ContractOperation operation) {
    StringBuilder expression = new StringBuilder();
    for (String segment : operation.path().substring(1).split("/")) {
      if (segment.startsWith("{")) {
        String name = Names.member(segment.substring(1, segment.length() - 1));
        expression.append("/\" + ApiRequest.segment(").append(name).append(") + \"");
      } else {
        expression.append('/').append(segment);
      }
    }
    return ("\"" + expression + "\"").replace(" + \"\"", "");
  }

  private void method(
      ContractOperation operation,
      String type,
      List<String> declared,
      List<String> passed,
      boolean query,
      List<String> texts) {
    String id = operation.id();
    String request = "Operations.%s(%s)".formatted(id, String.join(", ", passed));
    boolean empty = type.equals("Void");
    methods.line("").javadoc(texts);
    methods.line(
        "default %s %s(%s) {".formatted(empty ? "void" : type, id, String.join(", ", declared)));
    methods.line(empty ? "send(" + request + ");" : "return send(" + request + ").body();");
    methods.line("}");
    if (type.startsWith("Page<")) {
      String item = type.substring(5, type.length() - 1);
      methods.line("").javadoc(List.of("Iterates over all pages of {@link #" + id + "}."));
      methods.line(
          "default Iterable<%s> iterate%s(%s) {"
              .formatted(item, id.substring("list".length()), String.join(", ", declared)));
      methods.line("return new PagedIterable<>(this, " + request + ");").line("}");
    }
    if (passed.contains("ifMatch")) {
      update(operation, type, declared, passed);
    }
  }

  /** An update that reads, changes and writes, again when another one came between. */
  private void update(
      ContractOperation operation, String type, List<String> declared, List<String> passed) {
    String patch = models.type(operation.body(), "");
    String id = passed.get(0);
    methods
        .line("")
        .javadoc(
            List.of(
                "Reads the resource, applies a change to it and sends it with the ETag that was"
                    + " read; starts over when another change came between."));
    methods.line(
        "default %s %s(%s, Function<%s, %s> change) {"
            .formatted(type, operation.id(), declared.get(0), type, patch));
    methods.line(
        "return new ConditionalUpdate<>(this, Operations.%s(%s))"
            .formatted(reads.get(operation.path()).id(), id));
    methods.line(
        "    .apply((current, etag) -> Operations.%s(%s, etag, change.apply(current)));"
            .formatted(operation.id(), id));
    methods.line("}");
  }
}
