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
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** Renders the attempts of a delivery as rows with time, gap, duration and response. */
final class AttemptBars {
  /** Failures after a response: shortly, its status is shown. */
  private static final List<String> WITH_STATUS = List.of("http_status", "challenge_not_answered");

  private static final double TRACK_WIDTH = 90;
  private static final double WHEN_WIDTH = 285;
  private static final double MILLIS_WIDTH = 80;
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
    VBox lines = new VBox(6);
    lines.getStyleClass().add("attempts");
    double scaleMillis =
        scaleMillis(attempts.stream().mapToLong(DeliveryRow.DeliveryAttempt::millis));
    int earlier = Math.max(0, attempts.size() - MAX_SHOWN);
    if (earlier > 0) {
      lines.getChildren().add(muted(texts.get("attempts.earlier", earlier)));
    }
    String before = "";
    int row = earlier;
    for (DeliveryRow.DeliveryAttempt attempt : attempts.subList(earlier, attempts.size())) {
      row++;
      lines.getChildren().add(line(row, before, attempt, scaleMillis));
      before = attempt.at();
    }
    return lines;
  }

  /** One line, or two where there is no room. */
  private Node line(
      int number, String before, DeliveryRow.DeliveryAttempt attempt, double scaleMillis) {
    Label millis = label(texts.get("millis", attempt.millis()));
    millis.setPrefWidth(MILLIS_WIDTH);
    millis.setAlignment(Pos.CENTER_RIGHT);
    HBox when =
        part(
            muted(Integer.toString(number)),
            label(times.text(attempt.at())),
            muted(gap(before, attempt.at())));
    when.setPrefWidth(WHEN_WIDTH);
    HBox response =
        part(
            bar(attempt, TRACK_WIDTH, scaleMillis),
            millis,
            new StatusBadge(describeResponse(attempt), StatusStyle.of(attempt.outcome())));
    return new FlowPane(8, 4, when, response);
  }

  private static HBox part(Node... nodes) {
    HBox part = new HBox(8, nodes);
    part.setAlignment(Pos.CENTER_LEFT);
    return part;
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

  /** The HTTP status, or the failure class when there was no response. */
  String describeShortly(DeliveryRow.DeliveryAttempt attempt) {
    return attempt.status() == 0 ? describeResponse(attempt) : Integer.toString(attempt.status());
  }

  /** The longest texts of {@link #describeShortly}. */
  List<String> shortResponses() {
    return texts.values("attempt_error", error -> !WITH_STATUS.contains(error));
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
