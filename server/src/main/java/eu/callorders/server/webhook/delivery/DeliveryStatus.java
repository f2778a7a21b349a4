package eu.callorders.server.webhook.delivery;

import eu.callorders.core.wire.WireEnum;

public enum DeliveryStatus implements WireEnum {
  PENDING,
  SUCCEEDED,
  RETRYING,
  FAILED,
  SKIPPED;

  /** Whether nothing more is sent. */
  boolean isEnd() {
    return this == SUCCEEDED || this == FAILED || this == SKIPPED;
  }

  public static DeliveryStatus of(String wire) {
    return WireEnum.parse(DeliveryStatus.class, wire);
  }
}
