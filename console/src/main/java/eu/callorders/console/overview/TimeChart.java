package eu.callorders.console.overview;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import javafx.geometry.Side;
import javafx.scene.chart.LineChart;
import javafx.scene.chart.NumberAxis;
import javafx.scene.chart.XYChart;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.PathElement;
import javafx.util.StringConverter;

/**
 * Figures over the time that they were sampled in, drawn as lines that break where nothing is
 * known. The axis counts back from now, so that no clock matters.
 */
final class TimeChart extends LineChart<Number, Number> {
  private static final double HEIGHT = 236;
  private static final double DOT = 2;

  /** What is drawn as one line. */
  record Line(String name, ToLongFunction<Sample> value) {}

  private final List<Line> lines;
  private final NumberAxis time = (NumberAxis) getXAxis();
  private final NumberAxis value = (NumberAxis) getYAxis();
  private long now;

  /**
   * @param text how a value is written at the axis
   * @param ago how milliseconds before now are written at the axis
   */
  TimeChart(
      String id,
      String title,
      LongFunction<String> text,
      LongFunction<String> ago,
      List<Line> lines) {
    super(axis(), axis());
    this.lines = lines;
    time.setTickLabelFormatter(written(at -> ago.apply(now - at)));
    value.setTickLabelFormatter(written(text));
    setId(id);
    setTitle(title);
    setAccessibleText(title);
    setAnimated(false);
    setCreateSymbols(false);
    setVerticalZeroLineVisible(false);
    setLegendVisible(lines.size() > 1);
    setLegendSide(Side.BOTTOM);
    setMinHeight(HEIGHT);
    setPrefHeight(HEIGHT);
    getStyleClass().add("time-chart");
    for (Line line : lines) {
      XYChart.Series<Number, Number> series = new XYChart.Series<>();
      series.setName(line.name());
      getData().add(series);
    }
  }

  private static NumberAxis axis() {
    NumberAxis axis = new NumberAxis();
    axis.setAutoRanging(false);
    axis.setAnimated(false);
    axis.setMinorTickVisible(false);
    return axis;
  }

  private static StringConverter<Number> written(LongFunction<String> text) {
    return new StringConverter<>() {
      @Override
      public String toString(Number number) {
        return text.apply(Math.round(number.doubleValue()));
      }

      @Override
      public Number fromString(String typed) {
        throw new UnsupportedOperationException(typed);
      }
    };
  }

  /** Takes one more, and forgets those before the oldest that is still kept. */
  void add(Sample sample, Duration oldest) {
    now = sample.at().toMillis();
    long from = oldest.toMillis();
    long most = 0;
    for (int index = 0; index < lines.size(); index++) {
      List<Data<Number, Number>> points = getData().get(index).getData();
      points.removeIf(point -> point.getXValue().longValue() < from);
      points.add(new Data<>(now, lines.get(index).value().applyAsLong(sample), sample.afterGap()));
      most =
          Math.max(
              most, points.stream().mapToLong(it -> it.getYValue().longValue()).max().orElse(0));
    }
    long span = Scale.span(Duration.ofMillis(now - from)).toMillis();
    time.setLowerBound((double) now - span);
    time.setUpperBound((double) now);
    time.setTickUnit((double) span / Scale.TIME_TICKS);
    double tick = (double) Scale.tick(most);
    value.setUpperBound(tick * Scale.TICKS);
    value.setTickUnit(tick);
  }

  /** Draws the lines anew: the chart itself would join what lies on both sides of a gap. */
  @Override
  protected void layoutPlotChildren() {
    super.layoutPlotChildren();
    for (Series<Number, Number> series : getData()) {
      if (series.getNode() instanceof Path line) {
        line.getElements().setAll(path(series.getData()));
      }
    }
  }

  private List<PathElement> path(List<Data<Number, Number>> points) {
    List<PathElement> path = new ArrayList<>();
    for (Data<Number, Number> point : points) {
      double x = time.getDisplayPosition(point.getXValue());
      double y = value.getDisplayPosition(point.getYValue());
      if (path.isEmpty() || Boolean.TRUE.equals(point.getExtraValue())) {
        path.add(new MoveTo(x - DOT, y)); // one alone is to be seen too
      }
      path.add(new LineTo(x, y));
    }
    return path;
  }
}
