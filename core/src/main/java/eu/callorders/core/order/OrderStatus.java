package eu.callorders.core.order;

import eu.callorders.core.event.EventType;
import eu.callorders.core.wire.WireEnum;

/** The status of an order as clients see it. A closed enum of the contract. */
public enum OrderStatus implements WireEnum {
  ACCEPTED(EventType.CALL_ORDER_ACCEPTED),
  SCHEDULED(EventType.CALL_ORDER_SCHEDULED),
  DIALING(EventType.CALL_ORDER_DIALING),
  IN_PROGRESS(EventType.CALL_ORDER_IN_PROGRESS),
  COMPLETED(EventType.CALL_ORDER_COMPLETED),
  EXPIRED(EventType.CALL_ORDER_EXPIRED),
  CANCELED(EventType.CALL_ORDER_CANCELED),
  FAILED(EventType.CALL_ORDER_FAILED);

  private final EventType enteredEvent;

  OrderStatus(EventType entered) {
    this.enteredEvent = entered;
  }

  public EventType enteredEvent() {
    return enteredEvent;
  }

  public boolean terminal() {
    return compareTo(COMPLETED) >= 0;
  }

  /** The status of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static OrderStatus of(String wire) {
    return WireEnum.parse(OrderStatus.class, wire);
  }
}
