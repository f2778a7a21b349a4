package eu.callorders.server.statistics;

import eu.callorders.core.wire.WireEnum;

/** What is counted. */
public enum CountKind implements WireEnum {
  /** Ended orders by summary code. */
  ORDER,
  /** Dials by the bound of their lag. */
  DIAL,
  /** Ended deliveries of webhooks by status. */
  DELIVERY;

  static CountKind of(String wire) {
    return WireEnum.parse(CountKind.class, wire);
  }
}
