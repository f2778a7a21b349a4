package eu.callorders.core.call;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How far the person took part in the conversation. An open registry of the contract. */
public enum Engagement {
  NONE,
  DECLINED,
  PARTIAL,
  COMPLETED,
  UNKNOWN;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Engagement> of(String wire) {
    return Arrays.stream(values()).filter(value -> value.wire().equals(wire)).findFirst();
  }
}
