package eu.callorders.client.generator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Writes the members of an order that a column of a file can fill, with their types. */
final class MemberWriter {
  private static final String FILES = "eu.callorders.client.files";
  private static final int MAX_DEPTH = 8;

  private final ContractReader contract;
  private final Source source =
      new Source()
          .line("package " + FILES + ";")
          .line("")
          .line("import javax.annotation.processing.Generated;")
          .line("");

  MemberWriter(ContractReader contract) {
    this.contract = contract;
  }

  void write(ClientGenerator.SourceDirectory out) throws IOException {
    source.line("@Generated(\"openapi.yaml\")").line("final class OrderMembers {");
    source.line("static final String TEXT =").line("\"\"\"");
    collect("", contract.schema("CallOrderInput"), true, 0);
    source.line("\"\"\";").line("").line("private OrderMembers() {}").line("}");
    out.write(FILES, "OrderMembers", source);
  }

  /** {@code *} stands for an index of a list or a free name. */
  private void collect(String path, JsonNode node, boolean needed, int depth) {
    JsonNode schema = contract.resolve(node);
    if (depth > MAX_DEPTH) {
      return;
    }
    String type = schema.path("type").asText();
    if (schema.has("properties")) {
      for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
        boolean mandatory = needed && contains(schema.path("required"), member.getKey());
        String child = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
        collect(child, member.getValue(), mandatory, depth + 1);
      }
    } else if (type.equals("array")) {
      boolean contacts = path.equals("contacts");
      collect(path + ".*", schema.path("items"), needed && contacts, depth + 1);
    } else if (type.equals("object")) {
      source.line(path + ".* string");
    } else {
      source.line(path + " " + (type.isEmpty() ? "string" : type) + (needed ? " required" : ""));
    }
  }

  private static boolean contains(JsonNode names, String name) {
    return StreamSupport.stream(names.spliterator(), false)
        .anyMatch(each -> each.asText().equals(name));
  }
}
