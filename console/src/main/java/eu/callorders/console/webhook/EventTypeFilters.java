package eu.callorders.console.webhook;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Event types to choose from; others may be typed. */
final class EventTypeFilters {
  private static final List<String> FEED_TYPES =
      List.of(
          "call_order.accepted",
          "call_order.scheduled",
          "call_order.updated",
          "call_order.dialing",
          "call_order.in_progress",
          "call_order.completed",
          "call_order.expired",
          "call_order.canceled",
          "call_order.failed",
          "call.started",
          "call.answered",
          "call.ended",
          "call.transcript_available",
          "signal.received",
          "enrollment.started",
          "enrollment.step_started",
          "enrollment.paused",
          "enrollment.resumed",
          "enrollment.completed",
          "enrollment.exited",
          "enrollment.canceled",
          "enrollment.failed",
          "order_type.created",
          "order_type.updated",
          "order_type.archived",
          "sequence.created",
          "sequence.version_created",
          "sequence.activated",
          "sequence.archived",
          "suppression.created",
          "suppression.deleted",
          "webhook_endpoint.failing",
          "webhook_endpoint.disabled");

  /** All delivered types, including those for a single endpoint. */
  static final List<String> ALL =
      Stream.concat(
              FEED_TYPES.stream(),
              Stream.of("webhook_endpoint.verification", "webhook_endpoint.ping"))
          .toList();

  /** Filters for subscriptions: each resource wildcard comes before its types. */
  static final List<String> FILTERS = filters();

  private EventTypeFilters() {}

  private static List<String> filters() {
    Set<String> filters = new LinkedHashSet<>();
    for (String type : FEED_TYPES) {
      filters.add(type.substring(0, type.indexOf('.')) + ".*");
      filters.add(type);
    }
    return List.copyOf(filters);
  }
}
