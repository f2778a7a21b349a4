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
    detail.events().forEach(event -> moments.add(moment(event)));
    return moments;
  }

  private Moment moment(JsonNode event) {
    String type = event.path("type").asText();
    JsonNode data = event.path("data");
    String key = "event." + type;
    String said = texts.bundle().containsKey(key) ? texts.get(key) : type;
    String more =
        switch (type) {
          case "call_order.scheduled", "call_order.updated" ->
              times.text(data.path("next_attempt_at").asText());
          case "call.started" -> number(data);
          case "call.ended" -> texts.value("disposition", data.path("disposition").asText());
          case "call_order.completed",
              "call_order.failed",
              "call_order.expired",
              "call_order.canceled" ->
              texts.value("summary_code", data.path("result").path("summary_code").asText());
          default -> "";
        };
    String text = more.isEmpty() ? said : said + ": " + more;
    return new Moment(times.text(event.path("occurred_at").asText()), text, mark(type));
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
            times.text(order.path("created_at").asText()),
            texts.get("event.call_order.accepted"),
            "neutral"));
    for (JsonNode call : order.path("calls")) {
      String text =
          texts.get("event.call.ended")
              + ": "
              + texts.value("disposition", call.path("disposition").asText());
      moments.add(new Moment(times.text(call.path("started_at").asText()), text, "active"));
    }
    if (order.path("ended_at").isTextual()) {
      moments.add(
          new Moment(
              times.text(order.path("ended_at").asText()),
              texts.value("summary_code", order.path("result").path("summary_code").asText()),
              "good"));
    }
  }
}
