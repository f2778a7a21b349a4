package eu.callorders.console.webhook;

import java.util.List;

/** Names of event types to choose from; any other may be typed. */
final class EventTypes {
  static final List<String> ALL =
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
          "webhook_endpoint.disabled",
          "webhook_endpoint.verification",
          "webhook_endpoint.ping");

  private EventTypes() {}
}
