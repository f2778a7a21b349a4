package eu.callorders.server.webhook.delivery;

import java.util.Locale;

public enum DeliveryStatus {
  PENDING,
  SUCCEEDED,
  RETRYING,
  FAILED,
  SKIPPED;

  /** Whether nothing more is sent. */
  boolean isEnd() {
    return this == SUCCEEDED || this == FAILED || this == SKIPPED;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static DeliveryStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
