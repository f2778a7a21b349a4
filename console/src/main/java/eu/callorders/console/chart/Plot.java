package eu.callorders.console.chart;

import eu.callorders.console.chart.ChartData.Series;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.geometry.Rectangle2D;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.PathElement;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.Text;

/** The axes and marks of a chart; drawn again when the data, what is hidden or the size changes. */
final class Plot extends Region {
  private static final int MAX_INTERVALS = 5;
  private static final int MAX_TIME_LABELS = 24;
  private static final double MIN_WIDTH = 220;
  private static final double HEIGHT = 180;
  private static final double GAP = 6;

  /** A label in the middle of the right end of the axis fits. */
  private static final double RIGHT = 18;

  private final Chart.Style style;
  private final Rectangle highlight = new Rectangle();
  private final Path grid = line("chart-grid");
  private final Path midnights = line("chart-midnight");
  private final Group paths = new Group();
  private final List<Text> valueLabels = labels(MAX_INTERVALS + 1, "chart-value");
  private final List<Text> timeLabels = labels(MAX_TIME_LABELS, "chart-time");
  private PlotArea area = new PlotArea(Rectangle2D.EMPTY, new ValueAxis(1, 1));
  private TimeAxis time = ChartData.EMPTY.axis();
  private List<Series> shown = List.of();
  private double drawnWidth;
  private double drawnHeight;

  Plot(Chart.Style style) {
    this.style = style;
    setMinSize(MIN_WIDTH, HEIGHT);
    setPrefHeight(HEIGHT);
    getStyleClass().add("chart-plot");
    highlight.getStyleClass().add("chart-highlight");
    highlight.setVisible(false);
    Stream.<Node>of(highlight, grid, midnights, paths).forEach(this::addUnmanaged);
    Stream.concat(valueLabels.stream(), timeLabels.stream()).forEach(this::addUnmanaged);
    // unmanaged labels request no layout when their font arrives or changes
    valueLabels.getFirst().fontProperty().addListener((ignored, before, now) -> redraw());
  }

  private void addUnmanaged(Node node) {
    node.setManaged(false);
    node.setMouseTransparent(true);
    getChildren().add(node);
  }

  private static Path line(String styleClass) {
    Path line = new Path();
    line.getStyleClass().add(styleClass);
    return line;
  }

  /** As many as there can be, empty at first: a new one has no font before the next frame. */
  private static List<Text> labels(int count, String styleClass) {
    return IntStream.range(0, count)
        .mapToObj(
            ignored -> {
              Text label = new Text();
              label.getStyleClass().addAll("chart-label", styleClass);
              return label;
            })
        .toList();
  }

  /**
   * Draws these series.
   *
   * @param styles of their paths
   */
  void show(TimeAxis axis, List<Series> series, List<String> styles) {
    time = axis;
    shown = List.copyOf(series);
    while (paths.getChildren().size() < series.size()) {
      paths.getChildren().add(line(style.marks() == Marks.LINES ? "chart-line" : "chart-bar"));
    }
    paths.getChildren().remove(series.size(), paths.getChildren().size());
    for (int i = 0; i < styles.size(); i++) {
      paths.getChildren().get(i).setStyle(styles.get(i));
    }
    redraw();
  }

  private void redraw() {
    drawnWidth = 0;
    requestLayout();
  }

  @Override
  protected void layoutChildren() {
    if (getWidth() != drawnWidth || getHeight() != drawnHeight) {
      drawnWidth = getWidth();
      drawnHeight = getHeight();
      draw();
    }
  }

  private void draw() {
    double line = valueLabels.getFirst().getLayoutBounds().getHeight();
    double height = Math.floor(getHeight() - 2 * line - GAP);
    int intervals = Math.clamp((long) (height / (2 * line)), 1, MAX_INTERVALS);
    ValueAxis values = ValueAxis.of(style.scale(), style.marks().max(time, shown), intervals);
    double left = Math.ceil(labelValues(values) + GAP);
    double top = Math.ceil(line / 2);
    area =
        new PlotArea(
            new Rectangle2D(left, top, Math.max(1, getWidth() - left - RIGHT), height), values);
    placeValues(left - GAP);
    labelTimes();
    drawLines();
    for (int i = 0; i < shown.size(); i++) {
      List<PathElement> path = style.marks().draw(area, time, shown, i);
      ((Path) paths.getChildren().get(i)).getElements().setAll(path);
    }
  }

  /** Returns the width of the widest label. */
  private double labelValues(ValueAxis values) {
    List<Long> ticks = values.ticks();
    double widest = 0;
    for (int i = 0; i < valueLabels.size(); i++) {
      Text label = valueLabels.get(i);
      label.setText(i < ticks.size() ? style.format().apply(ticks.get(i)) : "");
      widest = Math.max(widest, width(label));
    }
    return widest;
  }

  private void placeValues(double right) {
    List<Long> ticks = area.values().ticks();
    for (int i = 0; i < ticks.size(); i++) {
      Text label = valueLabels.get(i);
      label.setX(right - width(label));
      label.setY(area.y(ticks.get(i)) + label.getBaselineOffset() / 2 - 1);
    }
  }

  private static double width(Text label) {
    return label.getLayoutBounds().getWidth();
  }

  /** As many labels as fit; from the right, where the present is. */
  private void labelTimes() {
    double widest =
        time.ticks(MAX_TIME_LABELS).stream()
            .mapToDouble(tick -> measure(tick.label()))
            .max()
            .orElse(1);
    int fitting = (int) Math.max(1, area.bounds().getWidth() / (widest + 2 * GAP));
    timeLabels.forEach(label -> label.setText(""));
    double end = getWidth() + GAP;
    int used = 0;
    for (TimeAxis.Tick tick : time.ticks(Math.min(fitting, MAX_TIME_LABELS)).reversed()) {
      Text label = timeLabels.get(used);
      label.setText(tick.label());
      double x = area.x(tick.position()) - width(label) / 2;
      label.setX(Math.rint(Math.clamp(x, 0, Math.max(0, getWidth() - width(label)))));
      label.setY(area.bounds().getMaxY() + GAP + label.getBaselineOffset());
      if (label.getX() + width(label) <= end - GAP) {
        end = label.getX();
        used++;
      } else {
        label.setText("");
      }
    }
  }

  private double measure(String text) {
    timeLabels.getFirst().setText(text);
    return width(timeLabels.getFirst());
  }

  private void drawLines() {
    Rectangle2D bounds = area.bounds();
    grid.getElements()
        .setAll(
            area.values().ticks().stream()
                .map(tick -> Math.round(area.y(tick)) + 0.5)
                .flatMap(
                    y ->
                        Stream.of(new MoveTo(bounds.getMinX(), y), new LineTo(bounds.getMaxX(), y)))
                .toList());
    midnights
        .getElements()
        .setAll(
            time.midnights().stream()
                .map(position -> Math.round(area.x(position)) + 0.5)
                .flatMap(
                    x ->
                        Stream.of(new MoveTo(x, bounds.getMinY()), new LineTo(x, bounds.getMaxY())))
                .toList());
  }

  /** The step at that place; -1 outside of the axes. */
  int stepAt(double x, double y) {
    return area.bounds().contains(x, y)
        ? IntStream.range(0, time.size())
            .boxed()
            .min(Comparator.comparingDouble(step -> Math.abs(middle(step) - x)))
            .orElse(-1)
        : -1;
  }

  /** The series whose part of the bar is at that height; -1 for none. */
  int seriesAt(int step, double y) {
    if (style.marks() == Marks.LINES) {
      return -1;
    }
    double[] edges = Marks.edges(area, shown, step);
    return IntStream.range(0, shown.size())
        .filter(series -> y <= edges[series] && y > edges[series + 1])
        .findFirst()
        .orElse(-1);
  }

  /** Marks a step; -1 for none. */
  void highlight(int step) {
    highlight.setVisible(step >= 0);
    if (step >= 0) {
      double left = area.x(time.start(step));
      highlight.setX(left - 1);
      highlight.setWidth(area.x(time.end(step)) - left + 2);
      highlight.setY(area.bounds().getMinY());
      highlight.setHeight(area.bounds().getHeight());
    }
  }

  /** The middle of a step, in pixels. */
  double middle(int step) {
    return area.x((time.start(step) + time.end(step)) / 2);
  }
}
