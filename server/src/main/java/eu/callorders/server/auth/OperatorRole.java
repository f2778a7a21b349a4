package eu.callorders.server.auth;

import eu.callorders.core.wire.WireEnum;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** What an operator may do in the administration. Each role includes those before it. */
public enum OperatorRole implements WireEnum {
  READ,
  OPERATE,
  ADMINISTER;

  /**
   * The role of this spelling.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static OperatorRole parse(String wire) {
    return WireEnum.parse(OperatorRole.class, wire);
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
