package eu.callorders.server.call;

/**
 * A text with normalized digits, letters and separators, for the search of numbers. It has the same
 * length as the original, so offsets stay valid.
 */
final class SpokenText {
  private static final char SEPARATOR = ' ';

  /** Maximum between the groups of one number, as in "4111 -- 1111" or "11 ... 11". */
  static final int MAX_SEPARATORS = 6;

  private static final String PUNCTUATION =
      ".,/\\_\u00b7\u060c\u066b\u066c\u2022\u2024\u2026\u2044\u2212\u2215\u3001\u3002\uff0c\uff0e"
          + "\uff0f\uff3c\uff61\uff64";

  private static final char FULL_WIDTH_A = '\uff21';

  private final String text;

  private SpokenText(String text) {
    this.text = text;
  }

  static SpokenText of(String spoken) {
    StringBuilder text = new StringBuilder(spoken.length());
    spoken
        .codePoints()
        .forEach(
            character -> {
              text.append(normalize(character));
              if (Character.charCount(character) > 1) {
                text.append(SEPARATOR);
              }
            });
    return new SpokenText(text.toString());
  }

  private static char normalize(int character) {
    int digit = Character.digit(character, 10);
    if (digit >= 0) {
      return (char) ('0' + digit);
    }
    if (isSeparator(character)) {
      return SEPARATOR;
    }
    int letter = Character.toUpperCase(character);
    if (letter >= FULL_WIDTH_A && letter < FULL_WIDTH_A + 26) {
      letter = 'A' + letter - FULL_WIDTH_A;
    }
    return Character.isBmpCodePoint(letter) ? (char) letter : '\ufffd';
  }

  /** Spaces, hyphens, dashes, invisible characters and digit separators. */
  private static boolean isSeparator(int character) {
    return switch (Character.getType(character)) {
      case Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.CONTROL,
          Character.FORMAT,
          Character.DASH_PUNCTUATION,
          Character.CONNECTOR_PUNCTUATION ->
          true;
      default -> PUNCTUATION.indexOf(character) >= 0;
    };
  }

  int length() {
    return text.length();
  }

  boolean isDigit(int index) {
    return isIn(index, '0', '9');
  }

  boolean isLetter(int index) {
    return isIn(index, 'A', 'Z');
  }

  boolean isLetterOrDigit(int index) {
    return isDigit(index) || isLetter(index);
  }

  char charAt(int index) {
    return text.charAt(index);
  }

  /** The first index at or after the given one that is no separator, within the maximum. */
  int skipSeparators(int index) {
    int next = index;
    while (next < text.length()
        && next < index + MAX_SEPARATORS
        && text.charAt(next) == SEPARATOR) {
      next++;
    }
    return next;
  }

  @Override
  public String toString() {
    return text;
  }

  private boolean isIn(int index, char from, char to) {
    return index >= 0
        && index < text.length()
        && text.charAt(index) >= from
        && text.charAt(index) <= to;
  }
}
