package eu.callorders.client.generator;

import static eu.callorders.client.generator.ClientGenerator.SourceDirectory.API;
import static eu.callorders.client.generator.ClientGenerator.SourceDirectory.MODEL;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.generator.ContractReader.ContractOperation;
import java.io.IOException;
import java.util.List;

/** Writes the query parameters of an operation as a class with setters. */
final class QueryWriter {
  private final ModelWriter models;
  private final ClientGenerator.SourceDirectory out;

  QueryWriter(ModelWriter models, ClientGenerator.SourceDirectory out) {
    this.models = models;
    this.out = out;
  }

  void write(String name, ContractOperation operation) throws IOException {
    Source source =
        new Source()
            .line("package " + API + ";")
            .line("")
            .line("import " + MODEL + ".*;")
            .line("import java.util.LinkedHashMap;")
            .line("import java.util.Map;")
            .line("import javax.annotation.processing.Generated;")
            .line("");
    source.javadoc(List.of("Parameters of {@link Operations#" + operation.id() + "}."));
    source.line("@Generated(\"openapi.yaml\")").line("public final class " + name + " {");
    source.line("private final Map<String, String> parameters;").line("");
    source.line("private " + name + "(Map<String, String> parameters) {");
    source.line("this.parameters = parameters;").line("}").line("");
    source.line("/** Without parameters. */");
    source.line("public static " + name + " all() {");
    source.line("return new " + name + "(Map.of());").line("}").line("");
    for (JsonNode parameter : operation.parametersIn("query")) {
      String json = parameter.path("name").asText();
      String type = models.type(parameter.path("schema"), json);
      source.javadoc(List.of(Names.javadoc(parameter.path("description").asText())));
      source.line(
          "public %s %s(%s value) {"
              .formatted(name, Names.member(json), type.replaceAll("^Long$", "long")));
      source.line("return with(\"" + json + "\", value);").line("}").line("");
    }
    source.line("private " + name + " with(String name, Object value) {");
    source.line("Map<String, String> all = new LinkedHashMap<>(parameters);");
    source.line("all.put(name, ApiRequest.text(value));");
    source.line("return new " + name + "(all);").line("}").line("");
    source.line("Map<String, String> parameters() {");
    source.line("return parameters;").line("}").line("}");
    out.write(API, name, source);
  }
}
