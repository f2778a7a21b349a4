package eu.callorders.console.chart;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import eu.callorders.console.UiRobot;
import eu.callorders.console.chart.ChartData.Series;
import eu.callorders.console.ui.StatusBadge.Tone;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import javafx.geometry.Bounds;
import javafx.scene.Scene;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.text.Text;
import org.testfx.api.FxToolkit;

/** A window with a chart. */
abstract class ChartFixture extends UiRobot {
  static final Instant START = Instant.parse("2026-11-20T14:00:00Z");

  /** What was opened, as {@code STEP SERIES}. */
  final List<String> opened = new ArrayList<>();

  /** The values by series, then by step. */
  static List<Series> series(Tone tone, long[]... values) {
    return IntStream.range(0, values.length)
        .mapToObj(i -> new Series("s" + i, "Series " + i, tone, step -> values[i][step]))
        .toList();
  }

  /** These series in steps of an hour, with rows behind each bar but those of the last series. */
  ChartData data(List<Series> series, int steps) {
    List<Instant> bounds =
        IntStream.rangeClosed(0, steps)
            .mapToObj(step -> START.plus(Duration.ofHours(step)))
            .toList();
    return new ChartData(
        "a day",
        new StepAxis(bounds, ZoneId.of("Europe/Berlin")),
        series,
        (step, key) -> Optional.of(target(step, key, series.getLast().key())));
  }

  private DrillDown.Target target(int step, String key, String closed) {
    return key.equals(closed)
        ? new DrillDown.Target("Closed", Optional.empty())
        : new DrillDown.Target("Opens " + key, Optional.of(() -> opened.add(step + " " + key)));
  }

  static Chart bars() {
    return chart(Marks.STACKED_BARS, ValueScale.COUNTS);
  }

  static Chart chart(Marks marks, ValueScale scale) {
    return new Chart("chart", "Orders", new Chart.Style(marks, scale, Long::toString));
  }

  /** Shows a chart of that width in an English window. */
  <T extends Region> T show(T chart, double width, boolean dark) throws TimeoutException {
    Locale.setDefault(Locale.ENGLISH);
    FxToolkit.registerPrimaryStage();
    FxToolkit.setupSceneRoot(
        () -> {
          chart.setPrefWidth(width);
          return new StackPane(new Pane(chart));
        });
    FxToolkit.setupStage(
        stage -> {
          Scene scene = stage.getScene();
          scene.setUserAgentStylesheet(
              (dark ? new PrimerDark() : new PrimerLight()).getUserAgentStylesheet());
          scene.getStylesheets().setAll("/eu/callorders/console/app/console.css");
          stage.setX(0);
          stage.setY(0);
          stage.setWidth(900);
          stage.setHeight(420);
          stage.show();
        });
    runAndWait(() -> {});
    return chart;
  }

  Plot plot(Chart chart) {
    return (Plot) chart.lookup(".chart-plot");
  }

  /** The visible labels of an axis, from left to right. */
  List<Text> labels(Chart chart, String styleClass) {
    return read(
        () ->
            chart.lookupAll(styleClass).stream()
                .map(Text.class::cast)
                .filter(label -> !label.getText().isEmpty())
                .sorted((one, other) -> Double.compare(one.getX(), other.getX()))
                .toList());
  }

  List<String> texts(Chart chart, String styleClass) {
    return read(() -> labels(chart, styleClass).stream().map(Text::getText).toList());
  }

  List<Path> paths(Chart chart, String styleClass) {
    return read(
        () ->
            chart.lookupAll(styleClass).stream()
                .map(Path.class::cast)
                .sorted(
                    (one, other) ->
                        Integer.compare(
                            one.getParent().getChildrenUnmodifiable().indexOf(one),
                            other.getParent().getChildrenUnmodifiable().indexOf(other)))
                .toList());
  }

  Color fill(Path path) {
    return read(() -> (Color) path.getFill());
  }

  /** The bounds of what a path draws. */
  Bounds bounds(Path path) {
    return read(path::getBoundsInLocal);
  }

  /** Where a line begins anew, and its points, rounded. */
  static String points(Path line) {
    return String.join(
        " ",
        line.getElements().stream()
            .map(
                element ->
                    switch (element) {
                      case MoveTo to -> "M%.0f,%.0f".formatted(to.getX(), to.getY());
                      case LineTo to -> "L%.0f,%.0f".formatted(to.getX(), to.getY());
                      default -> element.toString();
                    })
            .toList());
  }
}
