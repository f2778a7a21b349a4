package eu.callorders.server.webhook;

import java.util.Locale;

enum DeliveryStatus {
  PENDING,
  SUCCEEDED,
  RETRYING,
  FAILED,
  SKIPPED;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static DeliveryStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
