package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** The history of an order as readable entries. */
final class OrderTimeline {
  private final Texts texts;
  private final TimestampFormatter timestamps;

  OrderTimeline(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
  }

  record Entry(String at, String text, String dotStyle) {
    private static final double TIME_WIDTH = 195;

    /** A line of dot, time and text. */
    Node render() {
      Region dot = new Region();
      dot.getStyleClass().addAll("dot", "dot-" + dotStyle);
      Label time = new Label(at);
      TextWidth.keepAligned(time, TIME_WIDTH);
      time.getStyleClass().add("timeline-time");
      Label title =
          Labels.explainedWhenCut(new Label(text)); // in a list, which has no room to wrap
      title.setWrapText(true);
      HBox line = new HBox(10, dot, time, title);
      line.setAlignment(Pos.BASELINE_LEFT);
      line.getStyleClass().add("timeline-entry");
      return line;
    }
  }

  List<Entry> entries(OrderDetail detail) {
    List<Entry> entries = new ArrayList<>();
    if (detail.events().isEmpty()) {
      addOrderEntries(detail.order(), entries);
    }
    String plannedAt = "";
    for (JsonNode event : detail.events()) {
      entries.add(entry(event, plannedAt));
      plannedAt = nextAttemptAt(event);
    }
    return entries;
  }

  Entry entry(JsonNode event) {
    return entry(event, nextAttemptAt(event));
  }

  private static String nextAttemptAt(JsonNode event) {
    return JsonValues.text(event, "data", "next_attempt_at");
  }

  /** Mentions the next attempt of an update only when it changed. */
  private Entry entry(JsonNode event, String plannedBefore) {
    String type = JsonValues.text(event, "type");
    JsonNode data = event.path("data");
    String key = "event." + type;
    String title = texts.bundle().containsKey(key) ? texts.get(key) : type;
    String detail =
        switch (type) {
          case "call_order.updated" ->
              nextAttemptAt(event).equals(plannedBefore)
                  ? ""
                  : timestamps.text(nextAttemptAt(event));
          case "call_order.scheduled" -> timestamps.text(JsonValues.text(data, "next_attempt_at"));
          case "call_order.held" ->
              String.join(
                  ", ",
                  Json.list(
                      data.path("holds"),
                      hold -> texts.value("hold_reason", JsonValues.text(hold, "reason"))));
          case "call.started" -> attemptTitle(data);
          case "call.ended" -> texts.value("disposition", JsonValues.text(data, "disposition"));
          case "call_order.completed",
              "call_order.failed",
              "call_order.expired",
              "call_order.canceled" ->
              texts.value("summary_code", JsonValues.text(data, "result", "summary_code"));
          default -> "";
        };
    return new Entry(
        timestamps.text(JsonValues.text(event, "occurred_at")),
        Texts.titled(title, detail),
        StatusStyle.event(event).key());
  }

  private String attemptTitle(JsonNode call) {
    return call.path("attempt").isNumber()
        ? texts.get("attempt", call.path("attempt").asInt())
        : "";
  }

  /** Entries from the order itself, used when its events are unreadable. */
  private void addOrderEntries(JsonNode order, List<Entry> entries) {
    entries.add(
        new Entry(
            timestamps.text(JsonValues.text(order, "created_at")),
            texts.get("event.call_order.accepted"),
            StatusStyle.of("accepted").key()));
    for (JsonNode call : order.path("calls")) {
      String disposition = JsonValues.text(call, "disposition");
      entries.add(
          new Entry(
              timestamps.text(JsonValues.text(call, "started_at")),
              Texts.titled(texts.get("event.call.ended"), texts.value("disposition", disposition)),
              StatusStyle.of(disposition).key()));
    }
    if (order.path("ended_at").isTextual()) {
      String status = JsonValues.text(order, "status");
      entries.add(
          new Entry(
              timestamps.text(JsonValues.text(order, "ended_at")),
              Texts.titled(
                  texts.value("status", status),
                  texts.value("summary_code", JsonValues.text(order, "result", "summary_code"))),
              StatusStyle.order(order).key()));
    }
  }
}
