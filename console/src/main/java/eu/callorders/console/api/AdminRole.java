package eu.callorders.console.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Roles of an operator of the administration. Each includes those before it. */
public enum AdminRole {
  READ,
  OPERATE,
  ADMINISTER;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Empty for roles that the console does not know. */
  public static Optional<AdminRole> of(String wireName) {
    return Arrays.stream(values()).filter(role -> role.wireName().equals(wireName)).findFirst();
  }

  public boolean includes(AdminRole other) {
    return compareTo(other) >= 0;
  }
}
