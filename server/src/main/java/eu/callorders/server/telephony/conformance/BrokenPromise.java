package eu.callorders.server.telephony.conformance;

/** A gateway did not do what it should. */
final class BrokenPromise extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenPromise(String what) {
    super(what);
  }

  static void unless(boolean kept, String what) {
    if (!kept) {
      throw new BrokenPromise(what);
    }
  }

  /** The value, which is to be that. */
  static void unlessEqual(Object value, Object expected, String what) {
    unless(value.equals(expected), what + ": " + value + " instead of " + expected);
  }
}
