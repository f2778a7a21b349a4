package eu.callorders.server.search;

import eu.callorders.core.id.IdRange;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What to search for.
 *
 * @param given as the operator typed it
 * @param text normalized
 * @param digits the last digits of a phone; null when it can be none
 */
public record SearchQuery(String given, String text, @Nullable String digits) {
  private static final Pattern PHONE = Pattern.compile("[0-9 +./()-]+");
  private static final Pattern NO_DIGIT = Pattern.compile("[^0-9]");

  /** Digits after which a leading zero is that of a whole number, not of its end. */
  private static final int WHOLE_NUMBER = 7;

  /** Enough to find few rows, whose texts are compared; the index reads each of them per block. */
  private static final int MAX_CODES = 32;

  public static SearchQuery of(String given) {
    return new SearchQuery(given, Trigrams.normalize(given), digits(given));
  }

  private static @Nullable String digits(String given) {
    if (!PHONE.matcher(given).matches()) {
      return null;
    }
    String digits = NO_DIGIT.matcher(given).replaceAll("");
    if (digits.length() >= WHOLE_NUMBER) {
      digits = digits.replaceFirst("^00?", "");
    }
    return digits.length() < Trigrams.LENGTH ? null : digits;
  }

  public boolean isTooShort() {
    return text.length() < Trigrams.LENGTH;
  }

  /** Where this query is searched. */
  public Set<SearchField> fields() {
    Set<SearchField> fields =
        EnumSet.of(SearchField.REFERENCE, SearchField.CLIENT_REFERENCE, SearchField.NAME);
    if (digits != null) {
      fields.add(SearchField.PHONE);
    }
    for (SearchKind kind : SearchKind.values()) {
      range(kind).ifPresent(range -> fields.add(SearchField.IDENTIFIER));
    }
    return fields;
  }

  /** The identifiers that begin with the query. */
  Optional<IdRange> range(SearchKind kind) {
    return kind.ids().range(identifier());
  }

  private String identifier() {
    return given.strip().toLowerCase(Locale.ROOT);
  }

  IntStream textCodes() {
    return some(Trigrams.ofText(text));
  }

  /** Empty when it can be no phone. */
  IntStream phoneCodes() {
    return digits == null ? IntStream.empty() : some(Trigrams.ofPhones(digits + "\n"));
  }

  private static IntStream some(IntStream codes) {
    return codes.distinct().limit(MAX_CODES);
  }

  boolean isIn(@Nullable String field) {
    return field != null && Trigrams.normalize(field).contains(text);
  }

  public boolean endsPhone(String phone) {
    return digits != null && phone.endsWith(digits);
  }

  boolean begins(SearchKind kind, UUID id) {
    return range(kind).isPresent() && kind.ids().format(id).startsWith(identifier());
  }
}
