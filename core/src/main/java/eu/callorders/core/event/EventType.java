package eu.callorders.core.event;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The types of events, as clients see them. An open registry: clients tolerate unknown ones. */
public enum EventType {
  CALL_ORDER_ACCEPTED("call_order.accepted"),
  CALL_ORDER_SCHEDULED("call_order.scheduled"),
  CALL_ORDER_UPDATED("call_order.updated"),
  CALL_ORDER_HELD("call_order.held"),
  CALL_ORDER_DIALING("call_order.dialing"),
  CALL_ORDER_IN_PROGRESS("call_order.in_progress"),
  CALL_ORDER_COMPLETED("call_order.completed"),
  CALL_ORDER_EXPIRED("call_order.expired"),
  CALL_ORDER_CANCELED("call_order.canceled"),
  CALL_ORDER_FAILED("call_order.failed"),
  CALL_STARTED("call.started"),
  CALL_ANSWERED("call.answered"),
  CALL_ENDED("call.ended"),
  CALL_TRANSCRIPT_AVAILABLE("call.transcript_available"),
  SIGNAL_RECEIVED("signal.received"),
  ENROLLMENT_STARTED("enrollment.started"),
  ENROLLMENT_STEP_STARTED("enrollment.step_started"),
  ENROLLMENT_PAUSED("enrollment.paused"),
  ENROLLMENT_RESUMED("enrollment.resumed"),
  ENROLLMENT_COMPLETED("enrollment.completed"),
  ENROLLMENT_EXITED("enrollment.exited"),
  ENROLLMENT_CANCELED("enrollment.canceled"),
  ENROLLMENT_FAILED("enrollment.failed"),
  ORDER_TYPE_CREATED("order_type.created"),
  ORDER_TYPE_UPDATED("order_type.updated"),
  ORDER_TYPE_ARCHIVED("order_type.archived"),
  SEQUENCE_CREATED("sequence.created"),
  SEQUENCE_VERSION_CREATED("sequence.version_created"),
  SEQUENCE_ACTIVATED("sequence.activated"),
  SEQUENCE_ARCHIVED("sequence.archived"),
  SUPPRESSION_CREATED("suppression.created"),
  SUPPRESSION_DELETED("suppression.deleted"),
  PROMISE_MADE("promise.made"),
  PROMISE_KEPT("promise.kept"),
  PROMISE_BROKEN("promise.broken"),
  PROMISE_WITHDRAWN("promise.withdrawn"),
  HOLD_CREATED("hold.created"),
  HOLD_RELEASED("hold.released"),
  HOLD_EXPIRED("hold.expired"),
  WEBHOOK_ENDPOINT_FAILING("webhook_endpoint.failing"),
  WEBHOOK_ENDPOINT_DISABLED("webhook_endpoint.disabled"),
  WEBHOOK_ENDPOINT_VERIFICATION("webhook_endpoint.verification"),
  WEBHOOK_ENDPOINT_PING("webhook_endpoint.ping");

  private final String wire;

  EventType(String wire) {
    this.wire = wire;
  }

  /** The wire format, for example {@code call_order.accepted}. */
  public String wire() {
    return wire;
  }

  public static Optional<EventType> of(String wire) {
    return Arrays.stream(values()).filter(type -> type.wire.equals(wire)).findFirst();
  }

  /**
   * The types that a filter names: one exact type, or all of a resource as {@code call_order.*}.
   */
  public static Set<EventType> matching(String filter) {
    Set<EventType> types = EnumSet.noneOf(EventType.class);
    if (filter.endsWith(".*")) {
      String resource = filter.substring(0, filter.length() - 1);
      Arrays.stream(values()).filter(type -> type.wire.startsWith(resource)).forEach(types::add);
    } else {
      of(filter).ifPresent(types::add);
    }
    return Collections.unmodifiableSet(types);
  }
}
