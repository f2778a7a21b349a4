package eu.callorders.console.event;

import eu.callorders.console.api.Query;

/**
 * The filter of the event list; empty members match all events.
 *
 * @param type exact, or all types of a resource as {@code call_order.*}
 * @param about identifier of an order or an enrollment
 */
record EventFilter(String type, String about) {
  static final EventFilter ALL = new EventFilter("", "");

  private static final String ENROLLMENT = "enr_";

  Query query() {
    return Query.none()
        .and("event_types", type)
        .and(about.startsWith(ENROLLMENT) ? "enrollment_id" : "call_order_id", about);
  }

  /** Whether the service would list an event that arrives by the feed. */
  boolean takes(EventRow event) {
    return takesType(event.type()) && takesRelated(event);
  }

  private boolean takesType(String wireName) {
    return type.endsWith("*")
        ? wireName.startsWith(type.substring(0, type.length() - 1))
        : type.isEmpty() || type.equals(wireName);
  }

  private boolean takesRelated(EventRow event) {
    return about.isEmpty()
        || about.equals(about.startsWith(ENROLLMENT) ? event.enrollmentId() : event.orderId());
  }
}
