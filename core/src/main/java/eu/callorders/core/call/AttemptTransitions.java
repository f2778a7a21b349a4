package eu.callorders.core.call;

import java.util.List;

/** stub */
final class AttemptTransitions {
  private AttemptTransitions() {}

  static final List<String> TABLE = List.of();
}
