package eu.callorders.server.telephony.conformance;

/** A gateway has failed a conformance check. */
final class CheckFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Limit of a value's length; a gateway's log can be long. */
  private static final int LONGEST = 2_000;

  private final String what;
  private final String expected;
  private final String actual;

  /**
   * @param what the checked value, such as {@code placing answers}
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

  static void unless(boolean condition, String what, Object expected, Object actual) {
    if (!condition) {
      throw new CheckFailedException(what, expected, actual);
    }
  }

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
