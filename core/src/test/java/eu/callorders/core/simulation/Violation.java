package eu.callorders.core.simulation;

/** A violated invariant. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String about;

  Violation(String rule, String detail) {
    this(rule, "", detail);
  }

  Violation(String rule, OrderRow order, Object detail) {
    this(rule, order.name(), order.name() + ", " + detail + "\n" + order);
  }

  private Violation(String rule, String about, String detail) {
    super("violated: " + rule + ": " + detail);
    this.about = about;
  }

  /** The object whose trace is most useful; may be empty. */
  String about() {
    return about;
  }
}
