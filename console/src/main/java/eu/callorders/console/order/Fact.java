package eu.callorders.console.order;

/**
 * Something that is known of an order.
 *
 * @param value empty when it is not known after all
 * @param isProse whether people wrote it, perhaps over several lines
 */
record Fact(String name, String value, boolean isProse) {
  static Fact of(String name, String value) {
    return new Fact(name, value, false);
  }

  static Fact prose(String name, String value) {
    return new Fact(name, value, true);
  }
}
