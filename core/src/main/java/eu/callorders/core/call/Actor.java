package eu.callorders.core.call;

import eu.callorders.core.wire.WireEnum;
import java.util.Arrays;
import java.util.Optional;

/** The party that ended a call or an order. An open registry of the contract. */
public enum Actor implements WireEnum {
  SUBJECT,
  THIRD_PARTY,
  AGENT,
  CLIENT,
  PLATFORM,
  NETWORK,
  PROVIDER,
  UNKNOWN;

  public static Optional<Actor> of(String wire) {
    return Arrays.stream(values()).filter(actor -> actor.wire().equals(wire)).findFirst();
  }
}
