package eu.callorders.server.auth;

import eu.callorders.server.auth.Registration.Settings;
import java.util.Set;

final class RegistrationChanges {
  private RegistrationChanges() {}

  static Settings disabled(Settings before) {
    return new Settings(
        before.name(), before.scopes(), before.allowlist(), true, before.rateLimit());
  }

  static Settings scopes(Settings before, Set<Scope> scopes) {
    return new Settings(
        before.name(), scopes, before.allowlist(), before.disabled(), before.rateLimit());
  }
}
