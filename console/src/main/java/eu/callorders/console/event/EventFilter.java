package eu.callorders.console.event;

import eu.callorders.console.api.Query;

/**
 * The filter of the event list; empty members match all events.
 *
 * @param type exact, or all types of a resource as {@code call_order.*}
 * @param resourceId identifier of an order or an enrollment
 */
record EventFilter(String type, String resourceId) {
  static final EventFilter ALL = new EventFilter("", "");

  private static final String ENROLLMENT = "enr_";

  Query query() {
    return Query.none()
        .with("event_types", type)
        .with(resourceId.startsWith(ENROLLMENT) ? "enrollment_id" : "call_order_id", resourceId);
  }

  /** Whether the service would list an event that arrives by the feed. */
  boolean matches(EventRow event) {
    return matchesType(event.type()) && matchesResource(event);
  }

  private boolean matchesType(String wireName) {
    return type.endsWith("*")
        ? wireName.startsWith(type.substring(0, type.length() - 1))
        : type.isEmpty() || type.equals(wireName);
  }

  private boolean matchesResource(EventRow event) {
    return resourceId.isEmpty()
        || resourceId.equals(
            resourceId.startsWith(ENROLLMENT) ? event.enrollmentId() : event.orderId());
  }
}
