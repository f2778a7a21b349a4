package eu.callorders.server.app;

import java.util.Set;

/** The operations of the contract that reply 501. */
final class UnimplementedOperations {
  static final Set<String> OPERATIONS = Set.of();

  private UnimplementedOperations() {}
}
