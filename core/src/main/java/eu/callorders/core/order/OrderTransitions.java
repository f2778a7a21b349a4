package eu.callorders.core.order;

import java.util.List;

/** stub */
final class OrderTransitions {
  private OrderTransitions() {}

  static final List<String> TABLE = List.of();
}
