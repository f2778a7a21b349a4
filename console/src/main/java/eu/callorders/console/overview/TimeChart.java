package eu.callorders.console.overview;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import javafx.geometry.Side;
import javafx.scene.chart.LineChart;
import javafx.scene.chart.NumberAxis;
import javafx.scene.chart.XYChart;
import javafx.util.StringConverter;

/** Figures over the time that they were sampled in, drawn as lines. */
final class TimeChart extends LineChart<Number, Number> {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
  private static final long SHORTEST = Duration.ofMinutes(5).toMillis();
  private static final int TIME_TICKS = 4;
  private static final double HEIGHT = 236;

  /** What is drawn as one line. */
  record Line(String name, ToLongFunction<Sample> value) {}

  private final List<Line> lines;
  private final NumberAxis time;
  private final NumberAxis value;

  /**
   * @param text how a value is written at the axis
   */
  TimeChart(String id, String title, LongFunction<String> text, List<Line> lines) {
    super(axis(at -> CLOCK.format(Instant.ofEpochMilli(at))), axis(text));
    this.lines = lines;
    this.time = (NumberAxis) getXAxis();
    this.value = (NumberAxis) getYAxis();
    setId(id);
    setTitle(title);
    setAccessibleText(title);
    setAnimated(false);
    setCreateSymbols(false);
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

  private static NumberAxis axis(LongFunction<String> text) {
    NumberAxis axis = new NumberAxis();
    axis.setAutoRanging(false);
    axis.setAnimated(false);
    axis.setMinorTickVisible(false);
    axis.setTickLabelFormatter(
        new StringConverter<>() {
          @Override
          public String toString(Number number) {
            return text.apply(number.longValue());
          }

          @Override
          public Number fromString(String written) {
            throw new UnsupportedOperationException(written);
          }
        });
    return axis;
  }

  /** Takes one more, and forgets those before the oldest that is still kept. */
  void add(Sample sample, Instant oldest) {
    long now = sample.at().toEpochMilli();
    long from = oldest.toEpochMilli();
    long most = 0;
    for (int index = 0; index < lines.size(); index++) {
      List<Data<Number, Number>> points = getData().get(index).getData();
      points.removeIf(point -> point.getXValue().longValue() < from);
      points.add(new Data<>(now, lines.get(index).value().applyAsLong(sample)));
      most =
          Math.max(
              most, points.stream().mapToLong(it -> it.getYValue().longValue()).max().orElse(0));
    }
    double span = (double) Math.max(SHORTEST, now - from);
    time.setLowerBound((double) now - span);
    time.setUpperBound((double) now);
    time.setTickUnit(span / TIME_TICKS);
    double tick = (double) Scale.tick(most);
    value.setUpperBound(tick * Scale.TICKS);
    value.setTickUnit(tick);
  }
}
