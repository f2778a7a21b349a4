package eu.callorders.core.call;

import eu.callorders.core.wire.WireEnum;
import java.util.Arrays;
import java.util.Optional;

/** How far the person took part in the conversation. An open registry of the contract. */
public enum Engagement implements WireEnum {
  NONE,
  DECLINED,
  PARTIAL,
  COMPLETED,
  UNKNOWN;

  public static Optional<Engagement> of(String wire) {
    return Arrays.stream(values()).filter(value -> value.wire().equals(wire)).findFirst();
  }
}
