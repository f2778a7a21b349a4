package eu.callorders.console.overview;

import eu.callorders.console.ui.StatusBadge.Tone;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import java.text.NumberFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import javafx.scene.layout.GridPane;

/** The charts of the overview. */
final class Charts {
  static final List<String> OPEN = List.of("accepted", "scheduled", "dialing", "in_progress");
  static final List<String> ENDED = List.of("completed", "expired", "canceled", "failed");
  private static final int COLUMNS = 3;
  private static final long MINUTE = 60_000;

  private final Texts texts;
  private final ElapsedTimeFormatter durations;
  private final NumberFormat numbers;
  private final List<TimeChart> charts;

  Charts(Texts texts, ElapsedTimeFormatter spans, NumberFormat numbers) {
    this.texts = texts;
    this.durations = spans;
    this.numbers = numbers;
    this.charts =
        List.of(
            countChart("orders.open", lines(OPEN)),
            countChart(
                "calls_running",
                List.of(new TimeChart.Line("", Tone.ACTIVE, DeploymentSample::callsRunning))),
            lagChart("dial_lag", DeploymentSample::dialLag),
            countChart("orders.ended", lines(ENDED)),
            countChart(
                "dead_letters",
                List.of(new TimeChart.Line("", Tone.BAD, DeploymentSample::deadLetters))),
            lagChart("delivery_lag", DeploymentSample::deliveryLag));
  }

  private TimeChart countChart(String key, List<TimeChart.Line> lines) {
    return new TimeChart("chart-" + key, texts.get(key), numbers::format, this::ago, lines);
  }

  private TimeChart lagChart(String key, Function<DeploymentSample, DeploymentSample.Lag> lag) {
    ToLongFunction<DeploymentSample> median = sample -> lag.apply(sample).p50();
    ToLongFunction<DeploymentSample> p99 = sample -> lag.apply(sample).p99();
    return new TimeChart(
        "chart-" + key,
        texts.get(key),
        durations::format,
        this::ago,
        List.of(
            new TimeChart.Line(texts.get("p50"), Tone.ACTIVE, median),
            new TimeChart.Line(texts.get("p99"), Tone.ACTIVE, p99)));
  }

  private String ago(long milliseconds) {
    long minutes = Math.round((double) milliseconds / MINUTE);
    return minutes == 0 ? texts.get("now") : texts.get("ago", minutes);
  }

  private List<TimeChart.Line> lines(List<String> statuses) {
    return statuses.stream()
        .map(
            status ->
                new TimeChart.Line(
                    texts.value("status", status),
                    StatusStyle.of(status),
                    sample -> sample.orders(status)))
        .toList();
  }

  void addTo(GridPane grid) {
    for (int index = 0; index < charts.size(); index++) {
      grid.add(charts.get(index), index % COLUMNS, index / COLUMNS);
    }
  }

  /** Shows these samples, one or more in their order. */
  void show(List<DeploymentSample> history) {
    charts.forEach(chart -> chart.show(history));
  }
}
