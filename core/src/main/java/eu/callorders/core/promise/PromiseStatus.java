package eu.callorders.core.promise;

import eu.callorders.core.wire.WireEnum;

/** The state of a promise. */
public enum PromiseStatus implements WireEnum {
  OPEN,
  /** A payment was received in time. */
  KEPT,
  /** No payment was received by the end of the grace days. */
  BROKEN,
  /** The client has withdrawn the claim. */
  WITHDRAWN;

  /** The status of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static PromiseStatus of(String wire) {
    return WireEnum.parse(PromiseStatus.class, wire);
  }
}
