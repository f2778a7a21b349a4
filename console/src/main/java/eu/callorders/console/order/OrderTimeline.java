package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import java.util.ArrayList;
import java.util.List;

/** What has happened to an order, in the operator's words. */
final class OrderTimeline {
  private final Texts texts;
  private final Times times;

  OrderTimeline(Texts texts, Times times) {
    this.texts = texts;
    this.times = times;
  }

  /**
   * A moment.
   *
   * @param mark names the dot in the style sheet
   */
  record Moment(String at, String text, String mark) {}

  List<Moment> of(OrderDetail detail) {
    List<Moment> moments = new ArrayList<>();
    if (detail.events().isEmpty()) {
      ofOrder(detail.order(), moments);
    }
    String planned = "";
    for (JsonNode event : detail.events()) {
      moments.add(moment(event, planned));
      planned = planned(event);
    }
    return moments;
  }

  /** What an event tells by itself. */
  Moment moment(JsonNode event) {
    return moment(event, planned(event));
  }

  private static String planned(JsonNode event) {
    return Members.text(event, "data", "next_attempt_at");
  }

  /** A change is not one of the next attempt when that was planned before. */
  private Moment moment(JsonNode event, String plannedBefore) {
    String type = Members.text(event, "type");
    JsonNode data = event.path("data");
    String key = "event." + type;
    String said = texts.bundle().containsKey(key) ? texts.get(key) : type;
    String more =
        switch (type) {
          case "call_order.updated" ->
              planned(event).equals(plannedBefore) ? "" : times.text(planned(event));
          case "call_order.scheduled" -> times.text(Members.text(data, "next_attempt_at"));
          case "call.started" -> number(data);
          case "call.ended" -> texts.value("disposition", Members.text(data, "disposition"));
          case "call_order.completed",
              "call_order.failed",
              "call_order.expired",
              "call_order.canceled" ->
              texts.value("summary_code", Members.text(data, "result", "summary_code"));
          default -> "";
        };
    return new Moment(
        times.text(Members.text(event, "occurred_at")),
        Members.joined(": ", said, more),
        mark(type));
  }

  private String number(JsonNode call) {
    return call.path("attempt").isNumber()
        ? texts.get("attempt", call.path("attempt").asInt())
        : "";
  }

  private static String mark(String type) {
    return switch (type) {
      case "call_order.completed" -> "good";
      case "call_order.failed" -> "bad";
      case "call_order.expired", "call_order.canceled" -> "warning";
      case "call.started", "call.answered", "call.ended", "call_order.in_progress" -> "active";
      default -> "neutral";
    };
  }

  /** Without the feed there is what the order itself tells. */
  private void ofOrder(JsonNode order, List<Moment> moments) {
    moments.add(
        new Moment(
            times.text(Members.text(order, "created_at")),
            texts.get("event.call_order.accepted"),
            "neutral"));
    for (JsonNode call : order.path("calls")) {
      String text =
          Members.joined(
              ": ",
              texts.get("event.call.ended"),
              texts.value("disposition", Members.text(call, "disposition")));
      moments.add(new Moment(times.text(Members.text(call, "started_at")), text, "active"));
    }
    if (order.path("ended_at").isTextual()) {
      String status = Members.text(order, "status");
      moments.add(
          new Moment(
              times.text(Members.text(order, "ended_at")),
              Members.joined(
                  ": ",
                  texts.value("status", status),
                  texts.value("summary_code", Members.text(order, "result", "summary_code"))),
              mark("call_order." + status)));
    }
  }
}
