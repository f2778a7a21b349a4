package eu.callorders.core.simulation;

/** A rule does not hold. */
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

  /** Whose trace tells most; empty when no order's does. */
  String about() {
    return about;
  }
}
