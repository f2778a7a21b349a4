package eu.callorders.console.chart;

import eu.callorders.console.chart.ChartData.Series;
import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Describes a chart and its steps in words. */
record ChartFormatter(Texts texts, String title, Chart.Style style) {
  private static final String CHOSEN = "▸ ";

  private boolean isBars() {
    return style.marks() == Marks.STACKED_BARS;
  }

  /** The chart as a whole, for screen readers. */
  String summary(ChartData data, List<Series> shown) {
    List<Integer> steps =
        IntStream.range(0, data.axis().size())
            .filter(step -> total(shown, step) > 0)
            .boxed()
            .toList();
    if (steps.isEmpty()) {
      return texts.get("summary.nothing", title, data.span());
    }
    String parts =
        shown.stream()
            .filter(series -> overall(series, steps) > 0)
            .map(series -> value(series, overall(series, steps)))
            .collect(Collectors.joining(", "));
    if (!isBars()) {
      return texts.get("summary.most", title, data.span(), parts);
    }
    int most =
        steps.stream().max(Comparator.comparingLong(step -> total(shown, step))).orElseThrow();
    long all = steps.stream().mapToLong(step -> total(shown, step)).sum();
    return texts.get(
        "summary.sum",
        title,
        data.span(),
        format(all),
        parts,
        data.axis().name(most),
        format(total(shown, most)));
  }

  /** The sum of bars, the maximum of a line. */
  private long overall(Series series, List<Integer> steps) {
    LongStream values = steps.stream().mapToLong(step -> Math.max(0, series.value(step)));
    return isBars() ? values.sum() : values.max().orElse(0);
  }

  private static long total(List<Series> shown, int step) {
    return shown.stream().mapToLong(series -> Math.max(0, series.value(step))).sum();
  }

  /**
   * The values of one step, in the order of the parts of a bar.
   *
   * @param chosen index of the series that is marked; -1 for none
   */
  String step(ChartData data, List<Series> shown, int step, int chosen) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      long value = shown.get(i).value(step);
      if (isBars() ? value > 0 : value != ChartData.NONE) {
        lines.addFirst((i == chosen ? CHOSEN : "") + value(shown.get(i), value));
      }
    }
    if (lines.isEmpty()) {
      lines.add(texts.get("step.nothing"));
    } else if (isBars() && lines.size() > 1) {
      lines.add(texts.get("step.total", format(total(shown, step))));
    }
    lines.addFirst(data.axis().name(step));
    return String.join("\n", lines);
  }

  private String value(Series series, long value) {
    return texts.get("step.value", series.name(), format(value));
  }

  private String format(long value) {
    return style.format().apply(value);
  }
}
