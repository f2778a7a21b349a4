package eu.callorders.console.webhook;

import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Bars for the latest deliveries to an endpoint, oldest first: duration and outcome. */
final class RecentDeliveriesChart extends VBox {
  private static final double HEIGHT = 44;
  private static final double MIN_HEIGHT = 4;
  private static final double WIDTH = 4;

  private final Texts texts;
  private final TimestampFormatter times;
  private final HBox bars = new HBox(1);
  private final Label summary = new Label();

  RecentDeliveriesChart(Texts texts, TimestampFormatter times) {
    super(4);
    this.texts = texts;
    this.times = times;
    bars.setAlignment(Pos.BOTTOM_LEFT);
    bars.setMinHeight(HEIGHT);
    bars.managedProperty().bind(bars.visibleProperty());
    summary.getStyleClass().add("text-muted");
    getChildren().addAll(bars, summary);
  }

  /** Shows deliveries that are ordered newest first. */
  void show(List<DeliveryRow> recent) {
    double scaleMillis =
        AttemptBars.scaleMillis(recent.stream().mapToLong(DeliveryRow::lastMillis));
    bars.getChildren()
        .setAll(recent.reversed().stream().map(row -> bar(row, scaleMillis)).toList());
    bars.setVisible(!recent.isEmpty());
    long succeeded = recent.stream().filter(row -> row.status().equals("succeeded")).count();
    summary.setText(
        recent.isEmpty()
            ? texts.get("recent.none")
            : texts.get("recent", recent.size(), succeeded));
    setAccessibleText(summary.getText());
  }

  private Region bar(DeliveryRow row, double scaleMillis) {
    Region bar = new Region();
    bar.getStyleClass().addAll("timing", "timing-" + StatusStyle.of(row.status()).key());
    double height = MIN_HEIGHT + (HEIGHT - MIN_HEIGHT) * row.lastMillis() / scaleMillis;
    bar.setMinSize(WIDTH, height);
    bar.setMaxSize(WIDTH, height);
    String outcome =
        texts.value("delivery_status", row.status())
            + " · "
            + texts.get("millis", row.lastMillis());
    Tooltip.install(
        bar, new Tooltip(String.join("\n", row.eventType(), outcome, times.text(row.createdAt()))));
    return bar;
  }
}
