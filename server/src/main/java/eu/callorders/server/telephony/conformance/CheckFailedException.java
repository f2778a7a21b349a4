package eu.callorders.server.telephony.conformance;

/** A gateway did not do what it should. */
final class CheckFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Characters of a value; a gateway's log can be long. */
  private static final int LONGEST = 2_000;

  private final String what;
  private final String expected;
  private final String actual;

  /**
   * @param what was looked at, such as {@code placing answers}
   */
  CheckFailedException(String what, Object expected, Object actual) {
    super("%s: %s".formatted(what, shortened(actual.toString())));
    this.what = what;
    this.expected = shortened(expected.toString());
    this.actual = shortened(actual.toString());
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }

  static void unless(boolean kept, String what, Object expected, Object actual) {
    if (!kept) {
      throw new CheckFailedException(what, expected, actual);
    }
  }

  /** The value, which is to be that. */
  static void unlessEqual(Object value, Object expected, String what) {
    unless(value.equals(expected), what, expected, value);
  }

  String what() {
    return what;
  }

  String expected() {
    return expected;
  }

  String actual() {
    return actual;
  }
}
