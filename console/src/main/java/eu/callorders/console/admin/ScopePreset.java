package eu.callorders.console.admin;

import eu.callorders.console.api.Scope;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Usual sets of scopes of a registration, the least first. */
enum ScopePreset {
  READ_ONLY(EnumSet.of(Scope.ORDERS_READ, Scope.EVENTS_READ, Scope.CONFIG_READ)),
  ORDERS(EnumSet.of(Scope.ORDERS_WRITE, Scope.ORDERS_READ, Scope.EVENTS_READ, Scope.CONFIG_READ)),
  EVERYTHING(EnumSet.allOf(Scope.class));

  private final String value;

  ScopePreset(Set<Scope> scopes) {
    this.value = scopes.stream().map(Scope::wireName).collect(Collectors.joining(" "));
  }

  /** Text key of the name, and part of the id of its button. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value of {@link Section#SCOPES}. */
  String value() {
    return value;
  }
}
