package eu.callorders.console.order;

/**
 * A labeled value of an order.
 *
 * @param value empty when unknown; panes skip it
 * @param isProse whether it is free text, possibly of several lines
 */
record Fact(String name, String value, boolean isProse) {
  static Fact of(String name, String value) {
    return new Fact(name, value, false);
  }

  static Fact prose(String name, String value) {
    return new Fact(name, value, true);
  }
}
