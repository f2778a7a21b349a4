package eu.callorders.console.api;

import java.util.Arrays;
import java.util.Optional;

/** Scopes of a token. */
public enum Scope {
  ORDERS_WRITE("orders:write"),
  ORDERS_READ("orders:read"),
  EVENTS_READ("events:read"),
  CONFIG_WRITE("config:write"),
  CONFIG_READ("config:read"),
  SUPPRESSIONS_WRITE("suppressions:write"),
  TRANSCRIPTS_READ("transcripts:read"),
  RECORDINGS_READ("recordings:read");

  private final String wireName;

  Scope(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /** Empty for scopes that the console does not know. */
  static Optional<Scope> of(String wireName) {
    return Arrays.stream(values()).filter(scope -> scope.wireName.equals(wireName)).findFirst();
  }
}
