package eu.callorders.core.promise;

import java.util.Locale;

/** The state of a promise. */
public enum PromiseStatus {
  OPEN,
  /** A payment was received in time. */
  KEPT,
  /** No payment was received by the end of the grace days. */
  BROKEN,
  /** The client has withdrawn the claim. */
  WITHDRAWN;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The status of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static PromiseStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
