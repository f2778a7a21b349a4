package eu.callorders.server.webhook;

import java.util.Locale;

enum EndpointStatus {
  PENDING_VERIFICATION,
  ACTIVE,
  DISABLED;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static EndpointStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
