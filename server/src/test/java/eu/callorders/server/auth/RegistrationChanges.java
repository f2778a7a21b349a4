package eu.callorders.server.auth;

import java.util.List;
import java.util.Set;

/** Changes that an operator makes. */
final class RegistrationChanges {
  private RegistrationChanges() {}

  static Registration disabled(Registration before) {
    return with(before, before.scopes(), before.allowlist(), true);
  }

  static Registration scopes(Registration before, Set<Scope> scopes) {
    return with(before, scopes, before.allowlist(), before.disabled());
  }

  static Registration allowlist(Registration before, List<String> allowlist) {
    return with(before, before.scopes(), allowlist, before.disabled());
  }

  private static Registration with(
      Registration before, Set<Scope> scopes, List<String> allowlist, boolean disabled) {
    return new Registration(
        before.id(),
        before.tenantId(),
        before.name(),
        scopes,
        allowlist,
        disabled,
        before.rateLimit(),
        before.createdAt(),
        before.updatedAt(),
        before.secrets(),
        before.lockedUntil());
  }
}
