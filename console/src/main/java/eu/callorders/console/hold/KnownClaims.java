package eu.callorders.console.hold;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Page;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.MoneyFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The claims that orders of a person name by a number, those of the newest orders first.
 *
 * @param person without a reference when no person is named
 */
record KnownClaims(SubjectName person, List<Claim> claims, Extent extent) {
  static final KnownClaims NONE = new KnownClaims(SubjectName.unknown(""), List.of(), Extent.NONE);

  enum Extent {
    /** No person is named. */
    NONE,
    LOADING,
    /** The orders could not be read. */
    UNREADABLE,
    /** Those of the newest orders. */
    NEWEST,
    ALL
  }

  /**
   * A claim.
   *
   * @param numbers by their members, in the order of {@link HoldRow#CLAIM_MEMBERS}; not empty
   * @param outstanding amount with currency, of the newest order
   */
  record Claim(Map<String, String> numbers, String creditor, String outstanding) {
    /** The claim of an order; empty for one without a number. */
    static Optional<Claim> of(JsonNode claim) {
      Map<String, String> numbers = numbersOf(claim.path("reference"));
      return numbers.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Claim(
                  numbers,
                  claim.path("creditor_name").asText(""),
                  MoneyFormatter.format(claim.path("outstanding"))));
    }

    private static Map<String, String> numbersOf(JsonNode reference) {
      Map<String, String> numbers = new LinkedHashMap<>();
      for (String member : HoldRow.CLAIM_MEMBERS) {
        if (reference.hasNonNull(member)) {
          numbers.put(member, reference.path(member).asText());
        }
      }
      return numbers;
    }

    /** The number that a hold takes, with its member. */
    Map.Entry<String, String> number() {
      return numbers.entrySet().iterator().next();
    }
  }

  static KnownClaims without(String reference, Extent extent) {
    return new KnownClaims(SubjectName.unknown(reference), List.of(), extent);
  }

  static KnownClaims of(String reference, Page<JsonNode> orders) {
    List<Claim> claims = new ArrayList<>();
    for (JsonNode order : orders.rows()) {
      Claim.of(order.path("context").path("claim"))
          .filter(found -> claims.stream().noneMatch(it -> it.numbers().equals(found.numbers())))
          .ifPresent(claims::add);
    }
    SubjectName person =
        orders.rows().stream()
            .map(SubjectName::ofOrder)
            .filter(it -> it.reference().equals(reference))
            .findFirst()
            .orElseGet(() -> SubjectName.unknown(reference));
    return new KnownClaims(person, claims, orders.hasMore() ? Extent.NEWEST : Extent.ALL);
  }

  /** With a claim of the person that the newest orders may not name, or not yet. */
  KnownClaims with(Claim claim) {
    return claims.stream().anyMatch(it -> it.number().equals(claim.number()))
        ? this
        : new KnownClaims(
            person, Stream.concat(Stream.of(claim), claims.stream()).toList(), extent);
  }

  /** The claims that a hold can distinguish. */
  List<Claim> choices() {
    Set<Map.Entry<String, String>> seen = new HashSet<>();
    return claims.stream().filter(claim -> seen.add(claim.number())).toList();
  }

  /** Whether one of the claims has that number. */
  boolean contains(String member, String number) {
    return claims.stream().anyMatch(claim -> number.equals(claim.numbers().get(member)));
  }
}
