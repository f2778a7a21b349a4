package eu.callorders.console.chart;

import eu.callorders.console.chart.ChartData.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.PathElement;

/** How a chart draws its series: each is one path. */
public enum Marks {
  /** A bar for each step, with a part for each series, the first one at the bottom. */
  STACKED_BARS {
    @Override
    long max(TimeAxis axis, List<Series> shown) {
      return IntStream.range(0, axis.size())
          .mapToLong(step -> shown.stream().mapToLong(it -> Math.max(0, it.value(step))).sum())
          .max()
          .orElse(0);
    }

    @Override
    List<PathElement> draw(PlotArea area, TimeAxis axis, List<Series> shown, int series) {
      List<PathElement> path = new ArrayList<>();
      for (int step = 0; step < axis.size(); step++) {
        double[] edges = edges(area, shown, step);
        if (edges[series + 1] < edges[series]) {
          double left = Math.round(area.x(axis.start(step)));
          double right = Math.round(area.x(axis.end(step)));
          double gap = right - left > WIDE ? 2 : right - left > 2 ? 1 : 0;
          rectangle(path, left, Math.max(left + 1, right - gap), edges[series], edges[series + 1]);
        }
      }
      return path;
    }
  },

  /** A line for each series, with gaps where nothing is known. */
  LINES {
    @Override
    long max(TimeAxis axis, List<Series> shown) {
      return shown.stream()
          .flatMapToLong(it -> IntStream.range(0, axis.size()).mapToLong(it::value))
          .max()
          .orElse(0);
    }

    @Override
    List<PathElement> draw(PlotArea area, TimeAxis axis, List<Series> shown, int series) {
      List<PathElement> path = new ArrayList<>();
      Series line = shown.get(series);
      for (int step = 0; step < axis.size(); step++) {
        long value = line.value(step);
        if (value == ChartData.NONE) {
          continue;
        }
        double y = area.y((double) value);
        double left = area.x(axis.start(step));
        double right = area.x(axis.end(step));
        boolean goesOn = step > 0 && axis.isContinued(step) && line.value(step - 1) >= 0;
        if (!goesOn) {
          path.add(new MoveTo(Math.min(left, right - POINT), y)); // makes a single value visible
        }
        path.add(new LineTo((left + right) / 2, y));
        if (step + 1 == axis.size() || line.value(step + 1) == ChartData.NONE) {
          path.add(new LineTo(right, y));
        }
      }
      return path;
    }
  };

  private static final double WIDE = 8;
  private static final double POINT = 2;

  /** The largest value that the value axis must reach. */
  abstract long max(TimeAxis axis, List<Series> shown);

  /** The path of one of the series. */
  abstract List<PathElement> draw(PlotArea area, TimeAxis axis, List<Series> shown, int series);

  /**
   * Where the parts of a bar begin and end, from the bottom up. A part that is too small to be seen
   * is one pixel high.
   */
  static double[] edges(PlotArea area, List<Series> shown, int step) {
    double[] edges = new double[shown.size() + 1];
    edges[0] = area.bounds().getMaxY();
    double sum = 0;
    for (int series = 0; series < shown.size(); series++) {
      long value = shown.get(series).value(step);
      sum += Math.max(0, value);
      double bottom = edges[series];
      edges[series + 1] = value > 0 ? Math.min(Math.rint(area.y(sum)), bottom - 1) : bottom;
    }
    return edges;
  }

  private static void rectangle(
      List<PathElement> path, double left, double right, double bottom, double top) {
    path.add(new MoveTo(left, bottom));
    path.add(new LineTo(left, top));
    path.add(new LineTo(right, top));
    path.add(new LineTo(right, bottom));
    path.add(new ClosePath());
  }
}
