package eu.callorders.server.auth;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A permission of an access token. */
public enum Scope {
  ORDERS_WRITE("orders:write"),
  ORDERS_READ("orders:read"),
  EVENTS_READ("events:read"),
  CONFIG_WRITE("config:write"),
  CONFIG_READ("config:read"),
  SUPPRESSIONS_WRITE("suppressions:write"),
  TRANSCRIPTS_READ("transcripts:read"),
  RECORDINGS_READ("recordings:read");

  private final String wire;

  Scope(String wire) {
    this.wire = wire;
  }

  /** The spelling in tokens and requests, for example {@code orders:write}. */
  public String wire() {
    return wire;
  }

  public static Optional<Scope> parse(String wire) {
    return Arrays.stream(values()).filter(scope -> scope.wire.equals(wire)).findFirst();
  }

  public static Set<Scope> all() {
    return EnumSet.allOf(Scope.class);
  }

  static Set<Scope> ofAll(Collection<String> wires) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (String wire : wires) {
      scopes.add(parse(wire).orElseThrow(() -> new IllegalStateException("unknown scope " + wire)));
    }
    return scopes;
  }

  /** The space-separated list of RFC 6749, in enum order. */
  static String join(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::wire).collect(Collectors.joining(" "));
  }
}
