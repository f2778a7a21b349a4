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

/** An event with its moment, or indented below it a delivery with what became of it. */
final class TraceCell extends ListCell<TraceEntry> {
  private final Texts texts;
  private final OrderTimeline moments;
  private final TraceViewModel model;

  TraceCell(Texts texts, OrderTimeline moments, TraceViewModel model) {
    this.texts = texts;
    this.moments = moments;
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
      case TraceEntry.EventEntry happened -> draw(happened);
      case TraceEntry.DeliveryEntry told -> draw(told.delivery());
    }
  }

  private void draw(TraceEntry.EventEntry happened) {
    OrderTimeline.Entry moment = moments.moment(happened.event());
    setGraphic(TimelineRow.of(moment));
    setTooltip(new Tooltip(moment.text() + "\n" + happened.eventId()));
    setAccessibleText(moment.at() + " " + moment.text());
  }

  private void draw(OrderDelivery delivery) {
    String status = texts.value("delivery_status", delivery.status());
    String tries =
        JsonValues.joined(
            " · ", texts.get("delivery.attempts", delivery.attempts()), delivery.answer());
    String url = model.url(delivery.endpointId());
    Label to = new Label(url);
    to.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    to.setMinWidth(0);
    to.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(to, Priority.ALWAYS);
    Label tried = new Label(tries);
    tried.setMinWidth(Region.USE_PREF_SIZE);
    tried.getStyleClass().add("text-muted");
    Node pill = new StatusBadge(status, tone(delivery.status()));
    HBox line = new HBox(8, pill, to, tried);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getStyleClass().add("told");
    setGraphic(line);
    setTooltip(new Tooltip(url + "\n" + delivery.id()));
    setAccessibleText(status + " " + url + " " + tries);
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
