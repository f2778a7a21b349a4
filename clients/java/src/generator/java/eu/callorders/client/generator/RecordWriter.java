package eu.callorders.client.generator;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.generator.TypeMapper.NestedTypes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the record of an object's schema, with a builder and its nested types. */
final class RecordWriter {
  private final ContractReader contract;
  private final TypeMapper types;
  private final Source out;
  private final EnumerationWriter enumerations;
  private final Map<String, String> unions;

  RecordWriter(
      ContractReader contract,
      TypeMapper types,
      Source out,
      EnumerationWriter enumerations,
      Map<String, String> unions) {
    this.contract = contract;
    this.types = types;
    this.out = out;
    this.enumerations = enumerations;
    this.unions = unions;
  }

  /** Writes an enumeration as a nested type. */
  interface EnumerationWriter {
    void write(String name, JsonNode schema, Source out);
  }

  /**
   * A component of a record.
   *
   * @param type boxed
   * @param constant the one value of a discriminator; null for others
   */
  private record Component(
      String json, String name, String type, boolean required, String text, String constant) {

    String declared() {
      return !required ? "@Nullable " + type : primitive();
    }

    String primitive() {
      return switch (type) {
        case "Long" -> "long";
        case "Boolean" -> "boolean";
        default -> type;
      };
    }

    /** With the annotation where it belongs to a qualified or parameterized type. */
    static String annotated(String declared) {
      if (!declared.startsWith("@Nullable java.")) {
        return declared;
      }
      int end = declared.indexOf('<') < 0 ? declared.length() : declared.indexOf('<');
      int dot = declared.lastIndexOf('.', end);
      return declared.substring("@Nullable ".length(), dot + 1)
          + "@Nullable "
          + declared.substring(dot + 1);
    }
  }

  /** In a patch, members that may be null are changes: to a value, or back to the default. */
  void write(String name, JsonNode schema) {
    write(name, schema, name.endsWith("Patch"));
  }

  private void write(String name, JsonNode schema, boolean patch) {
    NestedTypes nested = new NestedTypes();
    List<Component> all = components(name, schema, nested, patch);
    List<Component> components = all.stream().filter(each -> each.constant() == null).toList();
    List<String> texts = new ArrayList<>();
    texts.add(Names.javadoc(schema.path("description").asText()));
    components.stream()
        .filter(each -> !each.text().isBlank())
        .forEach(each -> texts.add("@param " + each.name() + " " + each.text()));
    out.javadoc(texts);
    out.line("@Generated(\"openapi.yaml\")");
    out.line("@JsonInclude(JsonInclude.Include.NON_NULL)");
    String union = unions.get(name);
    if (union != null) {
      types.note(union);
    }
    out.line("public record " + name + "(");
    for (Component each : components) {
      boolean last = each == components.get(components.size() - 1);
      out.line(
          "    @JsonProperty(\"%s\") %s %s%s"
              .formatted(
                  each.json(), Component.annotated(each.declared()), each.name(), last ? "" : ","));
    }
    out.line(")" + (union == null ? "" : " implements " + union) + " {");
    all.stream().filter(each -> each.constant() != null).forEach(this::constant);
    builder(name, components);
    for (Map.Entry<String, JsonNode> inner : nested.types.entrySet()) {
      out.line("");
      if (TypeMapper.isEnum(inner.getValue())) {
        enumerations.write(inner.getKey(), inner.getValue(), out);
      } else {
        write(inner.getKey(), contract.merged(inner.getValue()), patch);
      }
    }
    out.line("}");
  }

  /** Abstract accessors of the required members that are no discriminator, for an interface. */
  void accessors(JsonNode schema) {
    NestedTypes nested = new NestedTypes();
    for (Component each : components("", schema, nested, false)) {
      boolean shared = !nested.types.containsKey(each.type()) && !each.json().equals("type");
      if (shared && each.required()) {
        out.javadoc(List.of(each.text()));
        out.line("%s %s();".formatted(each.declared(), each.name())).line("");
      }
    }
  }

  private List<Component> components(
      String owner, JsonNode schema, NestedTypes nested, boolean patch) {
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(each -> required.add(each.asText()));
    List<Component> components = new ArrayList<>();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      String json = property.getKey();
      JsonNode node = property.getValue();
      JsonNode resolved = contract.resolve(node);
      boolean nullable = TypeMapper.isNullable(resolved);
      boolean discriminator = json.equals("type") && unions.containsKey(owner);
      String type =
          discriminator && !resolved.has("const")
              ? types.note(unions.get(owner) + "Type")
              : types.type(node, json, nested);
      components.add(
          new Component(
              json,
              Names.member(json),
              patch && nullable ? "Change<" + type + ">" : type,
              required.contains(json) && !nullable,
              Names.javadoc(node.path("description").asText(resolved.path("description").asText())),
              discriminator && resolved.has("const") ? resolved.path("const").asText() : null));
    }
    return components;
  }

  private void constant(Component component) {
    out.line("@JsonProperty(\"" + component.json() + "\")");
    out.line("public String " + component.name() + "() {");
    out.line("return \"" + component.constant() + "\";");
    out.line("}").line("");
  }

  private void builder(String name, List<Component> components) {
    out.line("public static Builder builder() {").line("return new Builder();").line("}").line("");
    out.line("/** Builds one; members that are not set stay absent. */");
    out.line("public static final class Builder {");
    for (Component each : components) {
      out.line(
          "private %s %s;".formatted(Component.annotated("@Nullable " + each.type()), each.name()));
    }
    out.line("").line("private Builder() {}");
    for (Component each : components) {
      setter(each);
    }
    out.line("").line("public " + name + " build() {").line("return new " + name + "(");
    for (Component each : components) {
      boolean last = each == components.get(components.size() - 1);
      String value =
          each.required()
              ? "Objects.requireNonNull(%s, \"%s\")".formatted(each.name(), each.json())
              : each.name();
      out.line("    " + value + (last ? ");" : ","));
    }
    out.line("}").line("}");
  }

  private void setter(Component component) {
    out.line("").javadoc(List.of(component.text()));
    boolean change = component.type().startsWith("Change<");
    String type =
        change
            ? component.type().substring("Change<".length(), component.type().length() - 1)
            : component.primitive();
    String unboxed = type.equals("Long") ? "long" : type.equals("Boolean") ? "boolean" : type;
    out.line("public Builder %s(%s value) {".formatted(component.name(), unboxed));
    out.line("this.%s = %s;".formatted(component.name(), change ? "Change.to(value)" : "value"));
    out.line("return this;").line("}");
    if (change) {
      out.line("").line("/** Puts back the default of {@link #" + component.name() + "}. */");
      out.line("public Builder reset" + Names.type(component.json()) + "() {");
      out.line("this." + component.name() + " = Change.reset();");
      out.line("return this;").line("}");
    }
  }
}
