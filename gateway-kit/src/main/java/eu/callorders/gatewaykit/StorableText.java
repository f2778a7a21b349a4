package eu.callorders.gatewaykit;

/** Text that the database can store: without U+0000 and without unpaired surrogates. */
final class StorableText {
  private static final int REPLACEMENT = 0xFFFD;

  private StorableText() {}

  static boolean isStorable(String text) {
    return text.codePoints().allMatch(StorableText::isStorable);
  }

  /** Replaces characters that cannot be stored by U+FFFD; the length stays the same. */
  static String sanitize(String text) {
    return isStorable(text)
        ? text
        : text.codePoints()
            .map(character -> isStorable(character) ? character : REPLACEMENT)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  /** A surrogate as a code point of its own is unpaired. */
  private static boolean isStorable(int codePoint) {
    return codePoint != 0
        && !(codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
  }
}
