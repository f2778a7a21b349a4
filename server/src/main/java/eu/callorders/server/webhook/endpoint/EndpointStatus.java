package eu.callorders.server.webhook.endpoint;

import java.util.Locale;

public enum EndpointStatus {
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
