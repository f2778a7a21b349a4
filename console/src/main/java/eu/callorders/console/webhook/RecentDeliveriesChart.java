package eu.callorders.console.webhook;

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
  private static final double WIDTH = 5;
  private static final double MIN_SCALE_MILLIS = 200;

  private final HBox bars = new HBox(2);
  private final Label summary = new Label();

  RecentDeliveriesChart() {
    super(4);
    bars.setAlignment(Pos.BOTTOM_LEFT);
    bars.setMinHeight(HEIGHT);
    summary.getStyleClass().add("text-muted");
    getChildren().addAll(bars, summary);
  }

  /**
   * @param recent newest first
   */
  void show(List<DeliveryRow> recent, Texts texts, TimestampFormatter times) {
    bars.getChildren().clear();
    double scaleMillis =
        Math.max(
            MIN_SCALE_MILLIS,
            (double) recent.stream().mapToLong(RecentDeliveriesChart::millis).max().orElse(0));
    for (DeliveryRow row : recent.reversed()) {
      Region bar = new Region();
      bar.getStyleClass().addAll("timing", "timing-" + style(row));
      double height = MIN_HEIGHT + (HEIGHT - MIN_HEIGHT) * millis(row) / scaleMillis;
      bar.setMinSize(WIDTH, height);
      bar.setMaxSize(WIDTH, height);
      String text =
          row.eventType()
              + "\n"
              + texts.value("delivery_status", row.status())
              + " · "
              + texts.get("millis", millis(row))
              + "\n"
              + times.text(row.createdAt());
      Tooltip.install(bar, new Tooltip(text));
      bars.getChildren().add(bar);
    }
    bars.setVisible(!recent.isEmpty());
    bars.setManaged(!recent.isEmpty());
    long succeeded = recent.stream().filter(row -> row.status().equals("succeeded")).count();
    summary.setText(
        recent.isEmpty()
            ? texts.get("recent.none")
            : texts.get("recent", recent.size(), succeeded));
    setAccessibleText(summary.getText());
  }

  private static long millis(DeliveryRow row) {
    DeliveryAttempt last = row.lastAttempt();
    return last == null ? 0 : last.millis();
  }

  private static String style(DeliveryRow row) {
    return switch (row.status()) {
      case "succeeded" -> "good";
      case "failed" -> "bad";
      case "retrying" -> "warning";
      default -> "neutral";
    };
  }
}
