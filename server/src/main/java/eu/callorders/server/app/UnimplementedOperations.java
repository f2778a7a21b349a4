package eu.callorders.server.app;

import java.util.Set;

/** The operations of the contract that answer 501 until they are built. */
final class UnimplementedOperations {
  static final Set<String> OPERATIONS = Set.of();

  private UnimplementedOperations() {}
}
