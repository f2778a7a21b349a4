package eu.callorders.core.call;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The party that ended a call or an order. An open registry of the contract. */
public enum Actor {
  SUBJECT,
  THIRD_PARTY,
  AGENT,
  CLIENT,
  PLATFORM,
  NETWORK,
  PROVIDER,
  UNKNOWN;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Actor> of(String wire) {
    return Arrays.stream(values()).filter(actor -> actor.wire().equals(wire)).findFirst();
  }
}
