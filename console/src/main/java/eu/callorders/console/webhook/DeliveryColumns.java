package eu.callorders.console.webhook;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** The columns of the delivery log. */
final class DeliveryColumns {
  private static final double TRACK_WIDTH = 70;
  private static final double SCALE_MILLIS = 2_000;

  private final Texts texts;
  private final AttemptBars bars;
  private final UnaryOperator<String> url;

  /**
   * @param url maps an endpoint identifier to its URL
   */
  DeliveryColumns(Texts texts, UnaryOperator<String> url) {
    this.texts = texts;
    this.bars = new AttemptBars(texts, new TimestampFormatter());
    this.url = url;
  }

  List<Column<DeliveryRow>> all() {
    Columns<DeliveryRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 115, "delivery_status", DeliveryRow::status)
            .renderedBy(row -> DeliveryStatusStyle.badge(texts, row.status())),
        columns.text("event_type", 185, DeliveryRow::eventType),
        columns.text("endpoint", 235, row -> url.apply(row.endpointId())),
        columns.text("attempts", 90, row -> Integer.toString(row.attempts().size())),
        columns.text("answer", 150, this::answer),
        columns.text("duration", 150, this::duration).renderedBy(this::bar),
        columns.time("created_at", DeliveryRow::createdAt),
        columns.time("next_attempt_at", DeliveryRow::nextAttemptAt),
        columns.text("event_id", 290, DeliveryRow::eventId).hiddenByDefault(),
        columns.text("delivery_id", 290, DeliveryRow::id).hiddenByDefault());
  }

  private String answer(DeliveryRow row) {
    DeliveryAttempt last = row.lastAttempt();
    return last == null ? "" : bars.describeResponse(last);
  }

  private String duration(DeliveryRow row) {
    DeliveryAttempt last = row.lastAttempt();
    return last == null ? "" : texts.get("millis", last.millis());
  }

  private Node bar(DeliveryRow row) {
    DeliveryAttempt last = row.lastAttempt();
    if (last == null) {
      return new Region();
    }
    HBox cell =
        new HBox(8, AttemptBars.bar(last, TRACK_WIDTH, SCALE_MILLIS), new Label(duration(row)));
    cell.setAlignment(Pos.CENTER_LEFT);
    return cell;
  }
}
