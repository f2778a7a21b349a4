package eu.callorders.server.call;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Redacts account and card numbers in spoken text before it is stored; in doubt, redacts. The
 * result has the length of the original, so that other offsets stay valid.
 *
 * @param text the text with each UTF-16 unit of a number replaced by {@code *}
 * @param spans the redacted parts, in order
 */
public record TextRedaction(String text, List<Span> spans) {
  private static final String ACCOUNT = "account_number";
  private static final String CARD = "card_number";

  private static final int MIN_DIGITS = 6;

  /**
   * Numbers named as account or card numbers, well-formed or not; excludes dates and amounts.
   * Matches a {@link SpokenText}: upper case, spaces as separators.
   */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:(?<account>\\bIBAN|KONTO|\\bACCOUNT|\\bCOMPTE|\\bCONTO|\\bCUENTA|REKENING"
              + "|\\bRACHUN\\w{1,4})|KARTE|\\bCARD|\\bCARTE|\\bCARTA|\\bTARJETA|KAART|\\bKART[AY])"
              + "(?:N?NUMMER|\\s+NUMBER|\\s+NO\\b|\\W*NR\\b)?"
              + "\\D{0,20}?"
              + "(?!\\d{1,2} {1,3}\\d{1,2} {1,3}(?:19|20)\\d\\d(?! {0,3}\\d))"
              + "(?<number>\\d(?: {0,"
              + SpokenText.MAX_SEPARATORS
              + "}\\d){5,33}+)"
              + "(?! {0,2}(?:\u20ac|\u00a3|EURO?\\b|GBP\\b|PLN\\b|Z\u0141))");

  /**
   * A redacted part.
   *
   * @param start first UTF-16 unit
   * @param end first UTF-16 unit after it
   * @param kind {@code account_number} or {@code card_number}
   */
  public record Span(int start, int end, String kind) {}

  public static TextRedaction redact(String spoken) {
    if (spoken.codePoints().filter(Character::isDigit).count() < MIN_DIGITS) {
      return new TextRedaction(spoken, List.of());
    }
    SpokenText text = SpokenText.of(spoken);
    Spans spans = new Spans(spoken);
    for (int start = 0; start < text.length(); start++) {
      spans.add(start, IbanFinder.findEnd(text, start), ACCOUNT);
    }
    CardNumberFinder.find(text, (start, end) -> spans.add(start, end, CARD));
    Matcher named = NAMED.matcher(text.toString());
    while (named.find()) {
      spans.add(
          named.start("number"),
          named.end("number"),
          named.group("account") == null ? CARD : ACCOUNT);
    }
    return new TextRedaction(spans.redact(), spans.inOrder());
  }

  /** Parts of a text; overlapping parts are merged and have the kind of the first. */
  private static final class Spans {
    private final String spoken;
    private final NavigableMap<Integer, Span> byStart = new TreeMap<>();

    Spans(String spoken) {
      this.spoken = spoken;
    }

    void add(int start, int end, String kind) {
      if (start >= end) {
        return;
      }
      boolean splitsPair = end < spoken.length() && Character.isLowSurrogate(spoken.charAt(end));
      Span merged = new Span(start, splitsPair ? end + 1 : end, kind);
      Map.Entry<Integer, Span> other = byStart.lowerEntry(merged.end());
      while (other != null && other.getValue().end() > merged.start()) {
        Span known = other.getValue();
        byStart.remove(other.getKey());
        merged =
            new Span(
                Math.min(known.start(), merged.start()),
                Math.max(known.end(), merged.end()),
                known.kind());
        other = byStart.lowerEntry(merged.end());
      }
      byStart.put(merged.start(), merged);
    }

    List<Span> inOrder() {
      return List.copyOf(byStart.values());
    }

    String redact() {
      char[] text = spoken.toCharArray();
      byStart.values().forEach(span -> Arrays.fill(text, span.start(), span.end(), '*'));
      return String.valueOf(text);
    }
  }
}
