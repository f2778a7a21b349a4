package eu.callorders.server.auth;

import java.time.Instant;
import java.util.UUID;

/** An operator of the administration, with a role and a token of its own. */
public record Operator(UUID id, Settings settings, Instant createdAt, Instant updatedAt) {

  /**
   * The settings that an operator of the role {@code administer} chooses.
   *
   * @param name the actor in the audit log
   * @param disabled whether the token is refused
   */
  public record Settings(String name, OperatorRole role, boolean disabled) {}
}
