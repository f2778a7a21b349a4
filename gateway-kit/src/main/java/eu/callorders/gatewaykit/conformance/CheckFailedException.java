package eu.callorders.gatewaykit.conformance;

/** A gateway has failed a conformance check. */
final class CheckFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Limit of a value's length; a gateway's log can be long. */
  private static final int MAX_LENGTH = 2_000;

  private final String what;
  private final String expected;
  private final String actual;

  /**
   * @param what the checked value, such as {@code placing answers}
   */
  CheckFailedException(String what, Object expected, Object actual) {
    super("%s: %s".formatted(what, truncate(actual.toString())));
    this.what = what;
    this.expected = truncate(expected.toString());
    this.actual = truncate(actual.toString());
  }

  private static String truncate(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
  }

  static void require(boolean condition, String what, Object expected, Object actual) {
    if (!condition) {
      throw new CheckFailedException(what, expected, actual);
    }
  }

  static void requireEqual(Object value, Object expected, String what) {
    require(value.equals(expected), what, expected, value);
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
