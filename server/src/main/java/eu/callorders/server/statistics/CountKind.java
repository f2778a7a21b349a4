package eu.callorders.server.statistics;

import java.util.Locale;

/** What is counted. */
public enum CountKind {
  /** Ended orders by summary code. */
  ORDER,
  /** Dials by the bound of their lag. */
  DIAL,
  /** Ended deliveries of webhooks by status. */
  DELIVERY;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static CountKind of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
