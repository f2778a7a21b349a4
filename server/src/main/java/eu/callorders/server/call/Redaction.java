package eu.callorders.server.call;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Blanks account and card numbers in what was said, before it is stored. The blanked text is as
 * long as the original, so that the offsets of everything else stay. When in doubt it blanks.
 *
 * @param text the text with each character of a number replaced by {@code *}
 * @param spans where something was blanked, in order
 */
public record Redaction(String text, List<Span> spans) {
  private static final String ACCOUNT = "account_number";
  private static final String CARD = "card_number";

  private static final int FEWEST_DIGITS = 6;

  /** Numbers that somebody calls so, whether they are well-formed or not. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)\\b(?:(?<account>iban|konto|account)|kreditkarte|karte|card)"
              + "(?:n?nummer|\\s+number|\\s+no\\b|\\W*nr\\b)?"
              + "\\D{0,20}?(?<number>\\d(?:[ -]?\\d){5,33})");

  /**
   * One blanked part.
   *
   * @param start first character
   * @param end first character after it
   * @param kind {@code account_number} or {@code card_number}
   */
  public record Span(int start, int end, String kind) {}

  public static Redaction of(String spoken) {
    if (spoken.chars().filter(Character::isDigit).count() < FEWEST_DIGITS) {
      return new Redaction(spoken, List.of());
    }
    Spans spans = new Spans();
    for (int start = 0; start < spoken.length(); start++) {
      int end = Iban.endOfOneAt(spoken, start);
      spans.add(start, end, ACCOUNT);
    }
    CardNumbers.in(spoken, (start, end) -> spans.add(start, end, CARD));
    Matcher named = NAMED.matcher(spoken);
    while (named.find()) {
      spans.add(
          named.start("number"),
          named.end("number"),
          named.group("account") == null ? CARD : ACCOUNT);
    }
    return new Redaction(spans.blanked(spoken), spans.inOrder());
  }

  /** Parts that do not overlap: the first to claim a character has it. */
  private static final class Spans {
    private final BitSet taken = new BitSet();
    private final List<Span> spans = new ArrayList<>();

    void add(int start, int end, String kind) {
      int next = taken.nextSetBit(start);
      if (start < end && (next < 0 || next >= end)) {
        taken.set(start, end);
        spans.add(new Span(start, end, kind));
      }
    }

    List<Span> inOrder() {
      return spans.stream().sorted(Comparator.comparingInt(Span::start)).toList();
    }

    String blanked(String spoken) {
      char[] text = spoken.toCharArray();
      taken.stream().forEach(place -> text[place] = '*');
      return String.valueOf(text);
    }
  }
}
