package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What lists show of a person; unknown values are empty.
 *
 * @param phone masked
 * @param asOf when the order that says so was created
 */
public record SubjectName(String reference, String name, String phone, String asOf) {
  public static SubjectName unknown(String reference) {
    return new SubjectName(reference, "", "", "");
  }

  /** Reads an order of the API; the phone is the one that is dialed first. */
  public static SubjectName ofOrder(JsonNode order) {
    JsonNode subject = order.path("subject");
    return new SubjectName(
        subject.path("reference").asText(""),
        name(subject.path("name")),
        phone(order.path("contacts")),
        order.path("created_at").asText(""));
  }

  private static String name(JsonNode name) {
    return Stream.of("given_name", "family_name")
        .map(part -> name.path(part).asText("").strip())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** Equal masked phones are one string. */
  private static String phone(JsonNode contacts) {
    return Json.list(contacts, contact -> contact).stream()
        .filter(contact -> contact.path("channel").asText("").equals("phone"))
        .min(Comparator.comparingInt(contact -> contact.path("priority").asInt()))
        .map(contact -> PhoneMask.mask(contact.path("value").asText("")).intern())
        .orElse("");
  }

  /** Name and reference, as far as they are known. */
  public String text() {
    return name.isEmpty() || reference.isEmpty() ? name + reference : name + " · " + reference;
  }

  /** With the identifier of a resource: {@code Erika Muster · debtor-1 (ord_…)}. */
  public String textWith(String id) {
    String text = text();
    return text.isEmpty() ? id : text + " (" + id + ")";
  }
}
