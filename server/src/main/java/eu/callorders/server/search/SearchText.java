package eu.callorders.server.search;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What can be found of an order or enrollment.
 *
 * @param reference of the subject; empty once redacted
 * @param clientReference null for none
 * @param name given and family name; null while unknown
 * @param phones in E.164, in dial order
 */
public record SearchText(
    SearchKind kind,
    UUID id,
    UUID tenantId,
    String reference,
    @Nullable String clientReference,
    @Nullable String name,
    List<String> phones) {
  private static final String LINE = "\n";

  public SearchText {
    phones = List.copyOf(phones);
  }

  /**
   * Reads name and phones.
   *
   * @param subject of a valid document; may be missing
   * @param contacts of a valid document, with priorities; may be missing
   */
  public static SearchText of(
      SearchKind kind,
      UUID id,
      UUID tenantId,
      String reference,
      @Nullable String clientReference,
      JsonNode subject,
      JsonNode contacts) {
    return new SearchText(
        kind, id, tenantId, reference, clientReference, name(subject), phones(contacts));
  }

  private static @Nullable String name(JsonNode subject) {
    JsonNode name = subject.path("name");
    String text = (name.path("given_name").asText() + " " + name.path("family_name").asText());
    return text.isBlank() ? null : text.strip();
  }

  private static List<String> phones(JsonNode contacts) {
    return Json.items(contacts)
        .filter(contact -> contact.path("channel").asText().equals("phone"))
        .sorted(Comparator.comparingInt(contact -> contact.path("priority").asInt()))
        .map(contact -> contact.path("value").asText())
        .distinct()
        .toList();
  }

  /** The normalized references and name, a line each. */
  String normalized() {
    return Stream.of(reference, clientReference, name)
        .filter(Objects::nonNull)
        .map(Trigrams::normalize)
        .collect(Collectors.joining(LINE));
  }

  /** The digits of the phones, each followed by a line feed. */
  String phoneDigits() {
    return phones.stream().map(phone -> phone.substring(1) + LINE).collect(Collectors.joining());
  }

  /** The codes of its trigrams and its tenant. */
  IntStream codes() {
    return Stream.of(
            Trigrams.ofText(normalized()),
            Trigrams.ofPhones(phoneDigits()),
            IntStream.of(Trigrams.ofTenant(tenantId)))
        .flatMapToInt(codes -> codes)
        .distinct();
  }

  /** The fields in which the query is found. */
  public Set<SearchField> matched(SearchQuery query) {
    Set<SearchField> matched = EnumSet.noneOf(SearchField.class);
    addIf(matched, SearchField.REFERENCE, query.isIn(reference));
    addIf(matched, SearchField.CLIENT_REFERENCE, query.isIn(clientReference));
    addIf(matched, SearchField.NAME, query.isIn(name));
    addIf(matched, SearchField.PHONE, phones.stream().anyMatch(query::endsPhone));
    addIf(matched, SearchField.IDENTIFIER, query.begins(kind, id));
    return matched;
  }

  private static void addIf(Set<SearchField> matched, SearchField field, boolean found) {
    if (found) {
      matched.add(field);
    }
  }
}
