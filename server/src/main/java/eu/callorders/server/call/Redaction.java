package eu.callorders.server.call;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Blanks account and card numbers in what was said, before it is stored. The blanked text is as
 * long as the original, so that the offsets of everything else stay.
 *
 * @param text the text with each character of a number replaced by {@code *}
 * @param spans where something was blanked, in order
 */
record Redaction(String text, List<Span> spans) {
  /** International bank account numbers, spoken in groups or in one piece (ISO 13616). */
  private static final Pattern IBAN =
      Pattern.compile("\\b[A-Za-z]{2}[ -]?\\d{2}(?:[ -]?[A-Za-z0-9]){11,30}\\b");

  /** Card numbers, 13 to 19 digits in one piece or in groups (ISO/IEC 7812). */
  private static final Pattern CARD = Pattern.compile("(?<!\\d)\\d(?:[ -]?\\d){12,18}(?!\\d)");

  /** National account numbers: digits that somebody calls so. */
  private static final Pattern ACCOUNT =
      Pattern.compile(
          "(?i)\\b(?:kontonummer|konto(?:\\s+nr\\.?)?|account(?:\\s+(?:number|no\\.?))?)"
              + "\\D{0,20}?(\\d(?:[ -]?\\d){5,17})");

  private static final BigInteger IBAN_MODULUS = BigInteger.valueOf(97);

  /**
   * One blanked part.
   *
   * @param start first character
   * @param end first character after it
   * @param kind {@code account_number} or {@code card_number}
   */
  record Span(int start, int end, String kind) {}

  static Redaction of(String spoken) {
    List<Span> spans = new ArrayList<>();
    find(IBAN, 0, spoken, "account_number", Redaction::isIban, spans);
    find(CARD, 0, spoken, "card_number", Redaction::isCard, spans);
    find(ACCOUNT, 1, spoken, "account_number", number -> true, spans);
    spans.sort(Comparator.comparingInt(Span::start));
    StringBuilder text = new StringBuilder(spoken);
    for (Span span : spans) {
      text.replace(span.start(), span.end(), "*".repeat(span.end() - span.start()));
    }
    return new Redaction(text.toString(), List.copyOf(spans));
  }

  private static void find(
      Pattern pattern,
      int group,
      String spoken,
      String kind,
      Predicate<String> genuine,
      List<Span> spans) {
    Matcher matcher = pattern.matcher(spoken);
    while (matcher.find()) {
      Span span = new Span(matcher.start(group), matcher.end(group), kind);
      boolean known = spans.stream().anyMatch(other -> overlap(other, span));
      if (!known && genuine.test(matcher.group(group))) {
        spans.add(span);
      }
    }
  }

  private static boolean overlap(Span one, Span other) {
    return one.start() < other.end() && other.start() < one.end();
  }

  /** The check of ISO 7064 mod 97-10, over the number with its first four characters at the end. */
  private static boolean isIban(String spoken) {
    String iban = spoken.replaceAll("[ -]", "").toUpperCase(Locale.ROOT);
    StringBuilder digits = new StringBuilder();
    (iban.substring(4) + iban.substring(0, 4))
        .chars()
        .forEach(character -> digits.append(Character.digit(character, 36)));
    return new BigInteger(digits.toString()).mod(IBAN_MODULUS).equals(BigInteger.ONE);
  }

  /** The check of Luhn. */
  private static boolean isCard(String spoken) {
    String digits = spoken.replaceAll("[ -]", "");
    int sum = 0;
    for (int index = 0; index < digits.length(); index++) {
      int digit = digits.charAt(digits.length() - 1 - index) - '0';
      int weighted = index % 2 == 0 ? digit : digit * 2;
      sum += weighted / 10 + weighted % 10;
    }
    return sum % 10 == 0;
  }
}
