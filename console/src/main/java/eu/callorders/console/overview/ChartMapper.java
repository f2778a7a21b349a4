package eu.callorders.console.overview;

import eu.callorders.console.chart.ChartData;
import eu.callorders.console.chart.ChartData.Series;
import eu.callorders.console.chart.StepAxis;
import eu.callorders.console.overview.DeploymentSample.Lag;
import eu.callorders.console.ui.StatusBadge.Tone;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Translates counts by step to what charts show. */
final class ChartMapper {
  private static final List<String> DELIVERIES = List.of("succeeded", "skipped", "failed");

  /** From the bottom of a bar up. */
  private static final List<Tone> TONES =
      List.of(Tone.GOOD, Tone.ACTIVE, Tone.WAITING, Tone.NEUTRAL, Tone.WARNING, Tone.BAD);

  private final Texts texts;
  private final BarLinks links;

  ChartMapper(Texts texts, BarLinks links) {
    this.texts = texts;
    this.links = links;
  }

  /** The outcomes that occur, those of one color together. */
  ChartData orders(String span, StepCounts counts, ZoneId zone, boolean allTenants) {
    List<Series> series =
        counts.steps().stream()
            .flatMap(step -> step.orders().keySet().stream())
            .distinct()
            .sorted(
                Comparator.comparingInt((String code) -> TONES.indexOf(StatusStyle.of(code)))
                    .thenComparing(Function.identity()))
            .map(code -> orders(code, counts.steps()))
            .toList();
    return new ChartData(
        span,
        new StepAxis(counts.bounds(), zone),
        series,
        (step, code) -> Optional.of(links.orders(code, end(counts, step), allTenants)));
  }

  private Series orders(String code, List<StatisticsStep> steps) {
    return new Series(
        code,
        texts.value("summary_code", code),
        StatusStyle.of(code),
        step -> steps.get(step).orders().getOrDefault(code, 0L));
  }

  private static Instant end(StepCounts counts, int step) {
    return counts.bounds().get(step + 1);
  }

  ChartData dials(String span, StepCounts counts, ZoneId zone) {
    Series dials =
        new Series(
            "dials",
            texts.get("history.dials"),
            Tone.ACTIVE,
            step -> counts.steps().get(step).dials());
    return new ChartData(span, new StepAxis(counts.bounds(), zone), List.of(dials));
  }

  ChartData dialLag(String span, StepCounts counts, ZoneId zone) {
    return new ChartData(
        span,
        new StepAxis(counts.bounds(), zone),
        List.of(lag("p50", Lag::p50, counts.steps()), lag("p99", Lag::p99, counts.steps())));
  }

  private Series lag(String key, ToLongFunction<Lag> percentile, List<StatisticsStep> steps) {
    return new Series(
        key,
        texts.get(key),
        Tone.ACTIVE,
        step ->
            steps.get(step).dials() == 0
                ? ChartData.NONE
                : percentile.applyAsLong(steps.get(step).dialLag()));
  }

  ChartData deliveries(String span, StepCounts counts, ZoneId zone, boolean allTenants) {
    List<Series> series =
        DELIVERIES.stream()
            .map(
                status ->
                    new Series(
                        status,
                        texts.value("delivery", status),
                        StatusStyle.of(status),
                        step -> counts.steps().get(step).deliveries().getOrDefault(status, 0L)))
            .toList();
    return new ChartData(
        span,
        new StepAxis(counts.bounds(), zone),
        series,
        (step, status) -> Optional.of(links.deliveries(status, end(counts, step), allTenants)));
  }
}
