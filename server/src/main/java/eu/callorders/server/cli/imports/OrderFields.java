package eu.callorders.server.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.contract.Contract;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The members of an order that a column can fill, by their dotted paths. */
final class OrderFields {
  private static final String SCHEMA = "/components/schemas/CallOrderInput";
  private static final int MAX_DEPTH = 8;

  /** Names for columns that most files have. */
  private static final Map<String, String> SHORT_NAMES =
      Map.ofEntries(
          Map.entry("reference", "subject.reference"),
          Map.entry("subject_reference", "subject.reference"),
          Map.entry("given_name", "subject.name.given_name"),
          Map.entry("family_name", "subject.name.family_name"),
          Map.entry("salutation", "subject.salutation"),
          Map.entry("date_of_birth", "subject.date_of_birth"),
          Map.entry("locale", "subject.locale"),
          Map.entry("timezone", "subject.timezone"),
          Map.entry("street", "subject.address.street"),
          Map.entry("house_number", "subject.address.house_number"),
          Map.entry("postal_code", "subject.address.postal_code"),
          Map.entry("city", "subject.address.city"),
          Map.entry("country", "subject.address.country"),
          Map.entry("phone", "contacts.0.value"),
          Map.entry("phone_2", "contacts.1.value"),
          Map.entry("phone_3", "contacts.2.value"),
          Map.entry("outstanding", "context.claim.outstanding.value"),
          Map.entry("amount", "context.claim.outstanding.value"),
          Map.entry("currency", "context.claim.outstanding.currency"),
          Map.entry("creditor_name", "context.claim.creditor_name"),
          Map.entry("basis", "context.claim.basis.kind"),
          Map.entry("contract_number", "context.claim.reference.contract_number"),
          Map.entry("invoice_number", "context.claim.reference.invoice_number"),
          Map.entry("case_number", "context.claim.reference.case_number"),
          Map.entry("invoice_date", "context.claim.reference.invoice_date"),
          Map.entry("due_date", "context.claim.due_date"),
          Map.entry("in_default_since", "context.claim.in_default_since"),
          Map.entry("notes", "context.notes"),
          Map.entry("not_before", "scheduling.window.not_before"),
          Map.entry("not_after", "scheduling.window.not_after"),
          Map.entry("max_attempts", "scheduling.max_attempts"));

  private final Contract contract;

  /** Type of each leaf by its path, with {@code *} for an index of a list or a free name. */
  private final Map<String, String> types = new LinkedHashMap<>();

  private final List<String> required = new ArrayList<>();

  OrderFields(Contract contract) {
    this.contract = contract;
    collect("", contract.document().at(SCHEMA), true, 0);
  }

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
      types.put(path + ".*", "string");
    } else {
      types.put(path, type.isEmpty() ? "string" : type);
      if (needed) {
        required.add(path.replace("*", "0"));
      }
    }
  }

  private static boolean contains(JsonNode names, String name) {
    for (JsonNode each : names) {
      if (each.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** The paths without which no order is valid; the channel of a contact is a phone by default. */
  List<String> required() {
    return required.stream().filter(path -> !path.endsWith(".channel")).toList();
  }

  /** The path of a column's name: a short name or a path; empty for an unknown one. */
  Optional<String> path(String column) {
    String name = column.strip();
    String path = SHORT_NAMES.getOrDefault(name, name);
    return types.containsKey(pattern(path)) ? Optional.of(path) : Optional.empty();
  }

  /** JSON type of a path: string, integer, number or boolean. */
  String type(String path) {
    return types.getOrDefault(pattern(path), "string");
  }

  private String pattern(String path) {
    if (types.containsKey(path)) {
      return path;
    }
    String indexed = path.replaceAll("\\.\\d+(?=\\.|$)", ".*");
    int dot = path.lastIndexOf('.');
    return types.containsKey(indexed) || dot < 0 ? indexed : path.substring(0, dot) + ".*";
  }
}
