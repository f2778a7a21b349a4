package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.ArrayList;
import java.util.List;

/** What has happened to an order, in the operator's words. */
final class OrderTimeline {
  private final Texts texts;
  private final TimestampFormatter times;

  OrderTimeline(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.times = times;
  }

  /**
   * A moment.
   *
   * @param mark names the dot in the style sheet
   */
  record Entry(String at, String text, String mark) {}

  List<Entry> of(OrderDetail detail) {
    List<Entry> moments = new ArrayList<>();
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
  Entry moment(JsonNode event) {
    return moment(event, planned(event));
  }

  private static String planned(JsonNode event) {
    return JsonValues.text(event, "data", "next_attempt_at");
  }

  /** A change is not one of the next attempt when that was planned before. */
  private Entry moment(JsonNode event, String plannedBefore) {
    String type = JsonValues.text(event, "type");
    JsonNode data = event.path("data");
    String key = "event." + type;
    String said = texts.bundle().containsKey(key) ? texts.get(key) : type;
    String more =
        switch (type) {
          case "call_order.updated" ->
              planned(event).equals(plannedBefore) ? "" : times.text(planned(event));
          case "call_order.scheduled" -> times.text(JsonValues.text(data, "next_attempt_at"));
          case "call.started" -> number(data);
          case "call.ended" -> texts.value("disposition", JsonValues.text(data, "disposition"));
          case "call_order.completed",
              "call_order.failed",
              "call_order.expired",
              "call_order.canceled" ->
              texts.value("summary_code", JsonValues.text(data, "result", "summary_code"));
          default -> "";
        };
    return new Entry(
        times.text(JsonValues.text(event, "occurred_at")),
        JsonValues.joined(": ", said, more),
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
  private void ofOrder(JsonNode order, List<Entry> moments) {
    moments.add(
        new Entry(
            times.text(JsonValues.text(order, "created_at")),
            texts.get("event.call_order.accepted"),
            "neutral"));
    for (JsonNode call : order.path("calls")) {
      String text =
          JsonValues.joined(
              ": ",
              texts.get("event.call.ended"),
              texts.value("disposition", JsonValues.text(call, "disposition")));
      moments.add(new Entry(times.text(JsonValues.text(call, "started_at")), text, "active"));
    }
    if (order.path("ended_at").isTextual()) {
      String status = JsonValues.text(order, "status");
      moments.add(
          new Entry(
              times.text(JsonValues.text(order, "ended_at")),
              JsonValues.joined(
                  ": ",
                  texts.value("status", status),
                  texts.value("summary_code", JsonValues.text(order, "result", "summary_code"))),
              mark("call_order." + status)));
    }
  }
}
