package eu.callorders.console.event;

import java.util.List;
import java.util.stream.Stream;

/** Event types known to this console; others are shown too. */
public final class KnownEventTypes {
  /** Sent to a single endpoint, never by a replay; the feed does not contain them. */
  public static final List<String> OUTSIDE_THE_FEED =
      List.of("webhook_endpoint.verification", "webhook_endpoint.ping");

  /** Wildcards followed by their types, as filters and subscriptions accept them. */
  public static final List<String> ALL =
      List.of(
          "call_order.*",
          "call_order.accepted",
          "call_order.scheduled",
          "call_order.updated",
          "call_order.held",
          "call_order.dialing",
          "call_order.in_progress",
          "call_order.completed",
          "call_order.expired",
          "call_order.canceled",
          "call_order.failed",
          "call.*",
          "call.started",
          "call.answered",
          "call.ended",
          "call.transcript_available",
          "signal.*",
          "signal.received",
          "enrollment.*",
          "enrollment.started",
          "enrollment.step_started",
          "enrollment.paused",
          "enrollment.resumed",
          "enrollment.completed",
          "enrollment.exited",
          "enrollment.canceled",
          "enrollment.failed",
          "order_type.*",
          "order_type.created",
          "order_type.updated",
          "order_type.archived",
          "sequence.*",
          "sequence.created",
          "sequence.version_created",
          "sequence.activated",
          "sequence.archived",
          "suppression.*",
          "suppression.created",
          "suppression.deleted",
          "hold.*",
          "hold.created",
          "hold.released",
          "hold.expired",
          "promise.*",
          "promise.made",
          "promise.kept",
          "promise.broken",
          "promise.withdrawn",
          "webhook_endpoint.*",
          "webhook_endpoint.failing",
          "webhook_endpoint.disabled");

  /** The types that deliveries may have. */
  public static final List<String> DELIVERED =
      Stream.concat(ALL.stream().filter(type -> !type.endsWith("*")), OUTSIDE_THE_FEED.stream())
          .toList();

  private KnownEventTypes() {}
}
