package eu.callorders.console.webhook;

import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/** Renders the attempts of a delivery as rows with time, gap, duration and response. */
final class AttemptBars {
  private static final double TRACK_WIDTH = 90;
  private static final double MIN_WIDTH = 2;
  private static final long MIN_SCALE_MILLIS = 200;
  private static final int MAX_SHOWN = 30;

  private final Texts texts;
  private final TimestampFormatter times;

  AttemptBars(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.times = times;
  }

  /** All bars share one scale: the longest attempt fills its track. */
  Node render(List<DeliveryRow.DeliveryAttempt> attempts) {
    GridPane grid = new GridPane(8, 6);
    grid.getStyleClass().add("attempts");
    ColumnConstraints left = new ColumnConstraints();
    ColumnConstraints right = new ColumnConstraints();
    right.setHalignment(HPos.RIGHT);
    grid.getColumnConstraints().addAll(left, left, right, left, right);
    double scaleMillis =
        scaleMillis(attempts.stream().mapToLong(DeliveryRow.DeliveryAttempt::millis));
    int earlier = Math.max(0, attempts.size() - MAX_SHOWN);
    if (earlier > 0) {
      grid.add(muted(texts.get("attempts.earlier", earlier)), 0, 0, GridPane.REMAINING, 1);
    }
    String before = "";
    int row = earlier;
    for (DeliveryRow.DeliveryAttempt attempt : attempts.subList(earlier, attempts.size())) {
      grid.addRow(
          ++row,
          muted(Integer.toString(row)),
          label(times.cell(attempt.at())),
          muted(gap(before, attempt.at())),
          bar(attempt, TRACK_WIDTH, scaleMillis),
          label(texts.get("millis", attempt.millis())),
          new StatusBadge(describeResponse(attempt), StatusStyle.of(attempt.outcome())));
      before = attempt.at();
    }
    return grid;
  }

  /** The longest duration, at least 200 ms, so that short ones do not look slow. */
  static double scaleMillis(LongStream durations) {
    return Math.max(MIN_SCALE_MILLIS, durations.max().orElse(0));
  }

  /** A single bar; {@code scaleMillis} fill a track of that length. */
  static Node bar(DeliveryRow.DeliveryAttempt attempt, double length, double scaleMillis) {
    Region fill = new Region();
    fill.getStyleClass().addAll("timing", "timing-" + StatusStyle.of(attempt.outcome()).key());
    fill.setMaxWidth(Math.max(MIN_WIDTH, length * Math.min(1, attempt.millis() / scaleMillis)));
    StackPane track = new StackPane(fill);
    track.setAlignment(Pos.CENTER_LEFT);
    track.getStyleClass().add("timing-track");
    track.setMinWidth(length);
    track.setMaxWidth(length);
    return track;
  }

  /** The HTTP status, the failure class, or both. */
  String describeResponse(DeliveryRow.DeliveryAttempt attempt) {
    String error = attempt.error().isEmpty() ? "" : texts.value("attempt_error", attempt.error());
    if (attempt.status() == 0) {
      return error.isEmpty() ? texts.get("answer.none") : error;
    }
    return "HTTP " + attempt.status() + (error.isEmpty() ? "" : " · " + error);
  }

  private static Label muted(String text) {
    Label label = label(text);
    label.getStyleClass().add("text-muted");
    return label;
  }

  private static Label label(String text) {
    Label label = new Label(text);
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
  }

  private static String gap(String before, String at) {
    try {
      return before.isEmpty()
          ? ""
          : "+" + brief(Duration.between(Instant.parse(before), Instant.parse(at)));
    } catch (DateTimeException e) {
      return "";
    }
  }

  private static String brief(Duration gap) {
    if (gap.toHours() > 0) {
      return gap.toHours() + " h";
    }
    return gap.toMinutes() > 0 ? gap.toMinutes() + " min" : Math.max(0, gap.toSeconds()) + " s";
  }
}
