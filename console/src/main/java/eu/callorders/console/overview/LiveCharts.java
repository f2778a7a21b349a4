package eu.callorders.console.overview;

import eu.callorders.console.chart.Chart;
import eu.callorders.console.chart.ChartData;
import eu.callorders.console.chart.ChartData.Series;
import eu.callorders.console.chart.Marks;
import eu.callorders.console.chart.RecentAxis;
import eu.callorders.console.chart.ValueScale;
import eu.callorders.console.ui.StatusBadge.Tone;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import java.text.NumberFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import javafx.scene.layout.GridPane;

/** The charts of the samples of the last hour. */
final class LiveCharts {
  static final List<String> OPEN = List.of("accepted", "scheduled", "dialing", "in_progress");
  static final List<String> ENDED = List.of("completed", "expired", "canceled", "failed");
  private static final long MINUTE = 60_000;

  private record Line(String key, String name, Tone tone, ToLongFunction<DeploymentSample> value) {
    Series of(List<DeploymentSample> history) {
      return new Series(key, name, tone, step -> value.applyAsLong(history.get(step)));
    }
  }

  private record LiveChart(Chart chart, List<Line> lines) {}

  private final Texts texts;
  private final List<LiveChart> charts;

  LiveCharts(Texts texts, ElapsedTimeFormatter durations, NumberFormat numbers) {
    this.texts = texts;
    Chart.Style counts = new Chart.Style(Marks.LINES, ValueScale.COUNTS, numbers::format);
    Chart.Style lags = new Chart.Style(Marks.LINES, ValueScale.DURATIONS, durations::format);
    this.charts =
        List.of(
            chart("orders.open", counts, lines(OPEN)),
            chart(
                "calls_running",
                counts,
                line("calls_running", Tone.ACTIVE, DeploymentSample::callsRunning)),
            chart("dial_lag", lags, lagLines(DeploymentSample::dialLag)),
            chart("orders.ended", counts, lines(ENDED)),
            chart(
                "dead_letters",
                counts,
                line("dead_letters", Tone.BAD, DeploymentSample::deadLetters)),
            chart("delivery_lag", lags, lagLines(DeploymentSample::deliveryLag)));
  }

  private LiveChart chart(String key, Chart.Style style, List<Line> lines) {
    String id = "chart-" + key.replace('.', '-');
    return new LiveChart(new Chart(id, texts.get(key), style), lines);
  }

  private List<Line> line(String key, Tone tone, ToLongFunction<DeploymentSample> value) {
    return List.of(new Line(key, texts.get(key), tone, value));
  }

  private List<Line> lines(List<String> statuses) {
    return statuses.stream()
        .map(
            status ->
                new Line(
                    status,
                    texts.value("status", status),
                    StatusStyle.of(status),
                    sample -> sample.orders(status)))
        .toList();
  }

  private List<Line> lagLines(Function<DeploymentSample, DeploymentSample.Lag> lag) {
    return List.of(
        new Line("p50", texts.get("p50"), Tone.ACTIVE, sample -> lag.apply(sample).p50()),
        new Line("p99", texts.get("p99"), Tone.ACTIVE, sample -> lag.apply(sample).p99()));
  }

  private String ago(long milliseconds) {
    long minutes = Math.round((double) milliseconds / MINUTE);
    return minutes == 0 ? texts.get("now") : texts.get("ago", minutes);
  }

  void addTo(GridPane grid) {
    for (int index = 0; index < charts.size(); index++) {
      int columns = HistoryPane.COLUMNS;
      grid.add(charts.get(index).chart(), index % columns, index / columns);
    }
  }

  /** Shows these samples, one or more in their order. */
  void show(List<DeploymentSample> history) {
    List<DeploymentSample> samples = List.copyOf(history);
    RecentAxis axis =
        new RecentAxis(
            samples.stream()
                .map(sample -> new RecentAxis.Sample(sample.at(), sample.afterGap()))
                .toList(),
            this::ago);
    String span = texts.value("range", ChartRange.LAST_HOUR.key());
    for (LiveChart each : charts) {
      List<Series> series = each.lines().stream().map(line -> line.of(samples)).toList();
      each.chart().show(new ChartData(span, axis, series));
    }
  }
}
