package eu.callorders.client.files;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The members of an order that a column can fill, by their dotted paths. */
public final class OrderFields {
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

  /** Type of each leaf by its path, with {@code *} for an index of a list or a free name. */
  private static final Map<String, String> TYPES = new LinkedHashMap<>();

  private static final List<String> REQUIRED = new ArrayList<>();

  static {
    for (String line : OrderMembers.TEXT.lines().toList()) {
      String[] words = line.strip().split(" ");
      TYPES.put(words[0], words[1]);
      if (words.length > 2) {
        REQUIRED.add(words[0].replace("*", "0"));
      }
    }
  }

  private OrderFields() {}

  /** The paths without which no order is valid; the channel of a contact is a phone by default. */
  public static List<String> required() {
    return REQUIRED.stream().filter(path -> !path.endsWith(".channel")).toList();
  }

  /** The paths to choose from: three contacts, and no members of other lists or of free names. */
  public static List<String> paths() {
    return TYPES.keySet().stream()
        .flatMap(
            path ->
                path.startsWith("contacts.")
                    ? Stream.of("0", "1", "2").map(index -> path.replace("*", index))
                    : Stream.of(path))
        .filter(path -> !path.contains("*"))
        .toList();
  }

  /** The path of a column's name: a short name or a path; empty for an unknown one. */
  public static Optional<String> path(String column) {
    String name = column.strip();
    String path = SHORT_NAMES.getOrDefault(name, name);
    return TYPES.containsKey(pattern(path)) ? Optional.of(path) : Optional.empty();
  }

  /** JSON type of a path: string, integer, number or boolean. */
  static String type(String path) {
    return TYPES.getOrDefault(pattern(path), "string");
  }

  private static String pattern(String path) {
    if (TYPES.containsKey(path)) {
      return path;
    }
    String indexed = path.replaceAll("\\.\\d+(?=\\.|$)", ".*");
    int dot = path.lastIndexOf('.');
    return TYPES.containsKey(indexed) || dot < 0 ? indexed : path.substring(0, dot) + ".*";
  }
}
