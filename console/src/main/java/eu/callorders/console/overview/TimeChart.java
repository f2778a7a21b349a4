package eu.callorders.console.overview;

import eu.callorders.console.ui.StatusBadge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
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
 * A line chart of samples with gaps where samples are missing. The time axis counts back from now,
 * independent of clocks.
 */
final class TimeChart extends LineChart<Number, Number> {
  private static final double HEIGHT = 236;
  private static final double MIN_WIDTH = 240;

  /** A narrower chart has room for one line's name beside another only if both are short. */
  private static final double NARROW = 320;

  /** JavaFX hides the names of the lines when they leave too little height for the lines. */
  private static final double NARROW_HEIGHT = 300;

  private static final int SHORT_LEGEND = 2;
  private static final double POINT_WIDTH = 2;

  private static final int TICKS = 4;

  /**
   * Number of time steps. Even, so that the label of now remains when every second label is hidden.
   */
  private static final int TIME_TICKS = 4;

  private static final int[] TICK_STEPS = {1, 2, 5};
  private static final List<Duration> TIME_RANGES =
      Stream.of(4, 8, 20, 40, 60).map(Duration::ofMinutes).toList();

  record Line(String name, StatusBadge.Tone tone, ToLongFunction<DeploymentSample> value) {}

  private final List<Line> lines;
  private final NumberAxis time = (NumberAxis) getXAxis();
  private final NumberAxis value = (NumberAxis) getYAxis();
  private final LongFunction<String> timeFormat;
  private long now;
  private long shownMillis;

  /**
   * @param text formats a value
   * @param ago formats milliseconds before now
   */
  TimeChart(
      String id,
      String title,
      LongFunction<String> text,
      LongFunction<String> ago,
      List<Line> lines) {
    super(axis(), axis());
    this.lines = lines;
    this.timeFormat = ago;
    // normalized range: JavaFX hides a label that a rounding error moves beyond the end
    time.setLowerBound(-1);
    time.setUpperBound(0);
    time.setTickUnit(1.0 / TIME_TICKS);
    setTimeRange(timeRange(Duration.ZERO).toMillis());
    value.setTickLabelFormatter(converter(number -> text.apply(Math.round(number))));
    setId(id);
    setTitle(title);
    setAccessibleText(title);
    setAnimated(false);
    setCreateSymbols(false);
    setVerticalZeroLineVisible(false);
    setLegendVisible(lines.size() > 1);
    setLegendSide(Side.BOTTOM);
    setMinWidth(MIN_WIDTH);
    minHeightProperty()
        .bind(
            widthProperty()
                .map(
                    width ->
                        width.doubleValue() < NARROW && lines.size() > SHORT_LEGEND
                            ? NARROW_HEIGHT
                            : HEIGHT));
    prefHeightProperty().bind(minHeightProperty());
    getStyleClass().add("time-chart");
    setStyle(lineColors(lines));
    for (Line line : lines) {
      XYChart.Series<Number, Number> series = new XYChart.Series<>();
      series.setName(line.name());
      getData().add(series);
    }
  }

  /** The colors of the lines by tone, another shade for a second line of a tone. */
  private static String lineColors(List<Line> lines) {
    StringBuilder colors = new StringBuilder();
    Set<StatusBadge.Tone> used = EnumSet.noneOf(StatusBadge.Tone.class);
    for (int index = 0; index < lines.size(); index++) {
      StatusBadge.Tone tone = lines.get(index).tone();
      String shade = used.add(tone) ? "" : "-second";
      colors.append("-line-%d: -tone-%s%s; ".formatted(index, tone.key(), shade));
    }
    return colors.toString();
  }

  private static NumberAxis axis() {
    NumberAxis axis = new NumberAxis();
    axis.setAutoRanging(false);
    axis.setAnimated(false);
    axis.setMinorTickVisible(false);
    return axis;
  }

  private static StringConverter<Number> converter(DoubleFunction<String> text) {
    return new StringConverter<>() {
      @Override
      public String toString(Number number) {
        return text.apply(number.doubleValue());
      }

      @Override
      public Number fromString(String typed) {
        throw new UnsupportedOperationException(typed);
      }
    };
  }

  /** Shows these samples, one or more in their order; those that are shown already stay. */
  void show(List<DeploymentSample> history) {
    now = history.getLast().at().toMillis();
    long from = history.getFirst().at().toMillis();
    long max = 0;
    for (int index = 0; index < lines.size(); index++) {
      ToLongFunction<DeploymentSample> lineValue = lines.get(index).value();
      List<Data<Number, Number>> points = getData().get(index).getData();
      points.removeIf(point -> point.getXValue().longValue() < from);
      long shown = points.isEmpty() ? from - 1 : points.getLast().getXValue().longValue();
      points.addAll(
          history.stream()
              .filter(sample -> sample.at().toMillis() > shown)
              .map(sample -> point(sample, lineValue.applyAsLong(sample)))
              .toList());
      max =
          Math.max(
              max, points.stream().mapToLong(it -> it.getYValue().longValue()).max().orElse(0));
    }
    setTimeRange(timeRange(Duration.ofMillis(now - from)).toMillis());
    double tick = (double) tick(max);
    value.setUpperBound(tick * TICKS);
    value.setTickUnit(tick);
  }

  private static Data<Number, Number> point(DeploymentSample sample, long value) {
    return new Data<>(sample.at().toMillis(), value, sample.afterGap());
  }

  private void setTimeRange(long milliseconds) {
    if (shownMillis != milliseconds) {
      shownMillis = milliseconds;
      time.setTickLabelFormatter(
          converter(part -> timeFormat.apply(Math.round(-part * shownMillis))));
    }
  }

  /** Redraws the lines: the chart itself would join both sides of a gap. */
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
      double x = time.getDisplayPosition((point.getXValue().doubleValue() - now) / shownMillis);
      double y = value.getDisplayPosition(point.getYValue());
      if (path.isEmpty() || Boolean.TRUE.equals(point.getExtraValue())) {
        path.add(new MoveTo(x - POINT_WIDTH, y)); // makes a single point visible
      }
      path.add(new LineTo(x, y));
    }
    return path;
  }

  /** The range of the time axis: a length that divides evenly. */
  static Duration timeRange(Duration known) {
    return TIME_RANGES.stream()
        .filter(range -> range.compareTo(known) >= 0)
        .findFirst()
        .orElseGet(TIME_RANGES::getLast);
  }

  /** The tick distance; {@link #TICKS} of them reach the maximum. */
  static long tick(long max) {
    for (long power = 1; ; power *= 10) {
      for (int step : TICK_STEPS) {
        if (step * power * TICKS >= max) {
          return step * power;
        }
      }
    }
  }
}
