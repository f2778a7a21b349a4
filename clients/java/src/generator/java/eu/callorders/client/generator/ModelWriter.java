package eu.callorders.client.generator;

import static eu.callorders.client.generator.ClientGenerator.SourceDirectory.MODEL;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.generator.TypeMapper.NestedTypes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes one file per schema: a record, an enumeration that keeps unknown values, or a union. */
final class ModelWriter {
  private final ContractReader contract;
  private final ClientGenerator.SourceDirectory out;
  private final TypeMapper types;

  /** The unions of each record by its name. */
  private final Map<String, String> unions = new HashMap<>();

  ModelWriter(ContractReader contract, ClientGenerator.SourceDirectory out) {
    this.contract = contract;
    this.out = out;
    this.types = new TypeMapper(contract);
    for (Map.Entry<String, JsonNode> schema : contract.schemas()) {
      if (types.isUnion(schema.getValue())) {
        members(schema.getValue()).keySet().forEach(m -> unions.put(m, schema.getKey()));
      }
    }
    for (Map.Entry<String, JsonNode> schema : contract.schemas()) {
      if (schema.getValue().has("anyOf") && types.isUnion(schema.getValue())) {
        members(schema.getValue()).keySet().forEach(m -> unions.put(m, schema.getKey()));
        unions.put(ContractReader.referenced(schema.getValue().at("/anyOf/1")), schema.getKey());
      }
    }
  }

  /** The members of a union, each with its values of the discriminator as Java literals. */
  private Map<String, StringBuilder> members(JsonNode schema) {
    JsonNode union = schema.has("anyOf") ? contract.resolve(schema.at("/anyOf/0")) : schema;
    Map<String, StringBuilder> members = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> mapping : union.at("/discriminator/mapping").properties()) {
      String reference = mapping.getValue().asText();
      String member = reference.substring(reference.lastIndexOf('/') + 1);
      StringBuilder names = members.computeIfAbsent(member, ignored -> new StringBuilder());
      names.append(names.isEmpty() ? "" : ", ").append('"').append(mapping.getKey()).append('"');
    }
    return members;
  }

  /** The type of a schema that an operation names; it is written by {@link #writeAll}. */
  String type(JsonNode schema, String name) {
    NestedTypes nested = new NestedTypes();
    String type = types.type(schema, name, nested);
    if (!nested.types.isEmpty()) {
      throw new IllegalStateException("an operation has a schema without a name: " + name);
    }
    return type;
  }

  /** Writes every schema that operations, webhooks and problems reach. */
  void writeAll() throws IOException {
    JsonNode problem = contract.schema("Problem").path("properties");
    type(problem.path("code"), "code");
    type(problem.path("errors"), "errors");
    contract.webhookSchemas().forEach(schema -> type(schema, ""));
    for (String name = types.next(); name != null; name = types.next()) {
      JsonNode schema = contract.schema(name);
      Source source = header();
      if (types.isUnion(schema)) {
        union(name, schema, source);
      } else if (TypeMapper.isEnum(schema) || types.isGrowingEnum(schema)) {
        enumeration(name, schema, source);
      } else {
        records(source).write(name, contract.merged(schema));
      }
      out.write(MODEL, name, source);
    }
  }

  private RecordWriter records(Source source) {
    return new RecordWriter(contract, types, source, this::enumeration, unions);
  }

  static Source header() {
    return new Source()
        .line("package " + MODEL + ";")
        .line("")
        .line("import com.fasterxml.jackson.annotation.*;")
        .line("import java.util.Objects;")
        .line("import javax.annotation.processing.Generated;")
        .line("import org.jspecify.annotations.Nullable;")
        .line("");
  }

  /** An enumeration as a record: a value that this version does not know survives. */
  private void enumeration(String name, JsonNode schema, Source source) {
    JsonNode known = types.isGrowingEnum(schema) ? contract.resolve(schema.at("/anyOf/0")) : schema;
    source.javadoc(
        List.of(
            Names.javadoc(schema.path("description").asText()),
            "An enumeration that may grow: compare by {@code equals}."));
    source.line("@Generated(\"openapi.yaml\")");
    source.line("public record " + name + "(String value) {");
    StringBuilder all = new StringBuilder();
    for (JsonNode value : known.path("enum")) {
      if (!value.isNull()) {
        String constant = Names.constant(value.asText());
        source.line(
            "public static final %s %s = new %s(\"%s\");"
                .formatted(name, constant, name, value.asText()));
        all.append(all.isEmpty() ? "" : ", ").append(constant);
      }
    }
    source.line("private static final java.util.List<" + name + "> KNOWN =");
    source.line("    java.util.List.of(" + all + ");").line("");
    source.line("@JsonCreator(mode = JsonCreator.Mode.DELEGATING)");
    source.line("public static " + name + " of(String value) {");
    source.line("return new " + name + "(value);").line("}").line("");
    source.line("/** The values of this version of the contract. */");
    source.line("public static java.util.List<" + name + "> known() {");
    source.line("return KNOWN;").line("}").line("");
    source.line("/** Whether this version of the contract has the value. */");
    source.line("@JsonIgnore");
    source.line("public boolean isKnown() {").line("return KNOWN.contains(this);").line("}");
    source.line("").line("@Override").line("@JsonValue").line("public String value() {");
    source.line("return value;").line("}").line("");
    source.line("@Override").line("public String toString() {");
    source.line("return value;").line("}").line("}");
  }

  /** A union by discriminator as a sealed interface. */
  private void union(String name, JsonNode schema, Source source) {
    JsonNode union = schema.has("anyOf") ? contract.resolve(schema.at("/anyOf/0")) : schema;
    String other = schema.has("anyOf") ? ContractReader.referenced(schema.at("/anyOf/1")) : null;
    String discriminator = union.at("/discriminator/propertyName").asText();
    Map<String, StringBuilder> values = members(schema);
    List<String> permitted = new ArrayList<>(values.keySet());
    if (other != null) {
      permitted.add(other);
    }
    permitted.forEach(types::note);
    source.javadoc(List.of(Names.javadoc(schema.path("description").asText())));
    source.line("@Generated(\"openapi.yaml\")");
    source.line(
        "@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.EXISTING_PROPERTY,");
    source.line(
        "    property = \"%s\"%s)"
            .formatted(
                discriminator,
                other == null ? "" : ", visible = true, defaultImpl = " + other + ".class"));
    source.line("@JsonSubTypes({");
    values.forEach(
        (member, names) ->
            source.line(
                "@JsonSubTypes.Type(value = %s.class, names = {%s}),".formatted(member, names)));
    source.line("})");
    source.line(
        "public sealed interface " + name + " permits " + String.join(", ", permitted) + " {");
    records(source).accessors(commonMembers(permitted.get(0)));
    source.line((other == null ? "String" : name + "Type") + " type();");
    source.line("}");
  }

  /** The envelope that the members of a union share; for steps, their id. */
  private JsonNode commonMembers(String member) {
    JsonNode schema = contract.schema(member);
    return schema.has("allOf")
        ? contract.resolve(schema.path("allOf").get(0))
        : contract.resolve(schema);
  }
}
