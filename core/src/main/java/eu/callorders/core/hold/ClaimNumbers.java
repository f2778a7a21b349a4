package eu.callorders.core.hold;

import eu.callorders.core.hold.ClaimNumber.Kind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which a client names one claim.
 *
 * @param all in the order in which a call's hold prefers them; empty for a claim without a number
 */
public record ClaimNumbers(List<ClaimNumber> all) {
  public static final ClaimNumbers NONE = new ClaimNumbers(List.of());

  public ClaimNumbers {
    all = List.copyOf(all);
  }

  /** The numbers of a claim, each null when it has none. */
  public static ClaimNumbers of(
      @Nullable String caseNumber, @Nullable String contractNumber, @Nullable String invoice) {
    Map<Kind, String> values = new EnumMap<>(Kind.class);
    put(values, Kind.CASE_NUMBER, caseNumber);
    put(values, Kind.CONTRACT_NUMBER, contractNumber);
    put(values, Kind.INVOICE_NUMBER, invoice);
    return new ClaimNumbers(
        values.entrySet().stream()
            .map(each -> new ClaimNumber(each.getKey(), each.getValue()))
            .toList());
  }

  private static void put(Map<Kind, String> values, Kind kind, @Nullable String value) {
    if (value != null) {
      values.put(kind, value);
    }
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** The number by which a call's hold names the claim. */
  public Optional<ClaimNumber> preferred() {
    return all.stream().findFirst();
  }

  /** The value of that kind; null for none. */
  public @Nullable String value(Kind kind) {
    return all.stream()
        .filter(number -> number.kind() == kind)
        .map(ClaimNumber::value)
        .findFirst()
        .orElse(null);
  }

  /** Whether one of the numbers is the same, or both claims have none. */
  public boolean matches(ClaimNumbers other) {
    return isEmpty() ? other.isEmpty() : !Collections.disjoint(all, other.all);
  }
}
