package eu.callorders.console.order;

import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** An event, or an indented delivery with its status. */
final class TraceCell extends ListCell<TraceEntry> {
  private final Texts texts;
  private final OrderTimeline timelineEntries;
  private final TraceViewModel model;

  TraceCell(Texts texts, OrderTimeline moments, TraceViewModel model) {
    this.texts = texts;
    this.timelineEntries = moments;
    this.model = model;
    getStyleClass().add("trace");
    setPrefWidth(0);
  }

  @Override
  protected void updateItem(@Nullable TraceEntry line, boolean empty) {
    super.updateItem(line, empty);
    if (line == null || empty) {
      setGraphic(null);
      setTooltip(null);
      setAccessibleText("");
      return;
    }
    switch (line) {
      case TraceEntry.EventEntry event -> render(event);
      case TraceEntry.DeliveryEntry delivery -> render(delivery.delivery());
    }
  }

  private void render(TraceEntry.EventEntry event) {
    OrderTimeline.Entry moment = timelineEntries.entry(event.event());
    setGraphic(TimelineRow.of(moment));
    setTooltip(new Tooltip(moment.text() + "\n" + event.eventId()));
    setAccessibleText(moment.at() + " " + moment.text());
  }

  private void render(OrderDelivery delivery) {
    String status = texts.value("delivery_status", delivery.status());
    String attempts =
        JsonValues.join(
            " · ", texts.get("delivery.attempts", delivery.attempts()), delivery.lastResult());
    String url = model.url(delivery.endpointId());
    Label endpoint = new Label(url);
    endpoint.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    endpoint.setMinWidth(0);
    endpoint.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(endpoint, Priority.ALWAYS);
    Label attemptsLabel = new Label(attempts);
    attemptsLabel.setMinWidth(Region.USE_PREF_SIZE);
    attemptsLabel.getStyleClass().add("text-muted");
    Node badge = new StatusBadge(status, tone(delivery.status()));
    HBox line = new HBox(8, badge, endpoint, attemptsLabel);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getStyleClass().add("told");
    setGraphic(line);
    setTooltip(new Tooltip(url + "\n" + delivery.id()));
    setAccessibleText(status + " " + url + " " + attempts);
  }

  private static StatusBadge.Tone tone(String status) {
    return switch (status) {
      case "pending" -> StatusBadge.Tone.WAITING;
      case "retrying" -> StatusBadge.Tone.WARNING;
      case "succeeded" -> StatusBadge.Tone.GOOD;
      case "failed" -> StatusBadge.Tone.BAD;
      default -> StatusBadge.Tone.NEUTRAL;
    };
  }
}
