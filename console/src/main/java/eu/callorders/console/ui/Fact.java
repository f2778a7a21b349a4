package eu.callorders.console.ui;

/**
 * A labeled value of a resource.
 *
 * @param value empty when unknown; panes skip it
 * @param isProse whether it is free text, possibly of several lines
 */
public record Fact(String name, String value, boolean isProse) {
  public static Fact of(String name, String value) {
    return new Fact(name, value, false);
  }

  public static Fact prose(String name, String value) {
    return new Fact(name, value, true);
  }
}
