package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.wire.WireEnum;

public enum EndpointStatus implements WireEnum {
  PENDING_VERIFICATION,
  ACTIVE,
  DISABLED;

  static EndpointStatus of(String wire) {
    return WireEnum.parse(EndpointStatus.class, wire);
  }
}
