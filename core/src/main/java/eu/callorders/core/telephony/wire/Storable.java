package eu.callorders.core.telephony.wire;

/** Text that the database can store: without U+0000 and without unpaired surrogates. */
final class Storable {
  private static final int REPLACEMENT = 0xFFFD;

  private Storable() {}

  static boolean is(String text) {
    return text.codePoints().allMatch(Storable::is);
  }

  /** Replaces characters that cannot be stored by U+FFFD; the length stays the same. */
  static String of(String text) {
    return is(text)
        ? text
        : text.codePoints()
            .map(character -> is(character) ? character : REPLACEMENT)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  /** A surrogate as a code point of its own is unpaired. */
  private static boolean is(int codePoint) {
    return codePoint != 0
        && !(codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
  }
}
