package eu.callorders.server.search;

import java.text.Normalizer;
import java.util.Locale;
import java.util.UUID;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Normalized text, and the codes of its trigrams in the index. Different trigrams may share a code,
 * so that each row found is compared with its text.
 */
final class Trigrams {
  static final int LENGTH = 3;

  private static final int BITS = 0xFF_FFFF;

  /** Codes of Latin letters and digits lie below it. */
  private static final int PHONE = 0x80_0000;

  private static final int BASE = 257;
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

  private Trigrams() {}

  /** In lower case, without accents, umlauts, strokes and line feeds, with single spaces. */
  static String normalize(String text) {
    String plain = MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
    String lower = plain.toLowerCase(Locale.ROOT).replace("ß", "ss");
    return SPACES.matcher(withoutStrokes(lower)).replaceAll(" ").strip();
  }

  /** Letters that do not decompose: {@code YILMAZ} finds Yılmaz. */
  private static String withoutStrokes(String lower) {
    return lower
        .replace('ı', 'i')
        .replace('ł', 'l')
        .replace('ø', 'o')
        .replace('đ', 'd')
        .replace('ς', 'σ'); // at the end of a word
  }

  /** Of the lines of a normalized text. */
  static IntStream ofText(String text) {
    return text.lines().flatMapToInt(line -> codes(line, code -> code));
  }

  /** Of digits with a line feed at the end of each number. */
  static IntStream ofPhones(String phones) {
    return codes(phones, code -> code | PHONE);
  }

  /** Stands for the tenant in each of its rows. */
  static int ofTenant(UUID tenantId) {
    return tenantId.hashCode() & BITS;
  }

  private static IntStream codes(String text, IntUnaryOperator kind) {
    return IntStream.rangeClosed(0, text.length() - LENGTH)
        .map(at -> (text.charAt(at) * BASE + text.charAt(at + 1)) * BASE + text.charAt(at + 2))
        .map(code -> code & BITS)
        .map(kind);
  }
}
