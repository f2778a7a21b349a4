package eu.callorders.server.auth;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What an operator may do in the administration. Each role includes those before it. */
public enum OperatorRole {
  READ,
  OPERATE,
  ADMINISTER;

  /** The spelling in requests, for example {@code read}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The role of this spelling.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static OperatorRole parse(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  /** This role and those that it includes, in wire spelling. */
  public Set<String> included() {
    return Arrays.stream(values())
        .filter(role -> role.compareTo(this) <= 0)
        .map(OperatorRole::wire)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The role that includes all of these, in wire spelling; at least one is given. */
  public static OperatorRole highest(Collection<String> wires) {
    return wires.stream().map(OperatorRole::parse).max(OperatorRole::compareTo).orElseThrow();
  }
}
