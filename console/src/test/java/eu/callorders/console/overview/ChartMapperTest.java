package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.chart.ChartData;
import eu.callorders.console.chart.ChartData.Series;
import eu.callorders.console.overview.DeploymentSample.Lag;
import eu.callorders.console.ui.RecordedNavigation;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChartMapperTest {
  private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
  private static final ZoneId ZONE = ZoneOffset.UTC;

  private final RecordedNavigation navigation = new RecordedNavigation();
  private final Texts texts = Texts.of(ChartMapper.class);
  private final ChartMapper mapper = new ChartMapper(texts, new BarLinks(navigation, texts, ZONE));
  private final StepCounts counts =
      new StepCounts(
          IntStream.rangeClosed(0, 2).mapToObj(it -> START.plus(Duration.ofHours(it))).toList(),
          List.of(
              new StatisticsStep(
                  Map.of("technical_failure", 1L, "payment_promised", 4L, "no_contact", 7L),
                  12,
                  new Lag(10, 500),
                  Map.of("succeeded", 9L, "failed", 2L, "lost", 1L)),
              new StatisticsStep(
                  Map.of("installment_wish", 3L, "sang_along", 2L), 0, new Lag(0, 0), Map.of())));

  private static List<Long> values(Series series) {
    return List.of(series.values().applyAsLong(0), series.values().applyAsLong(1));
  }

  @Test
  void showsTheOutcomesThatOccurByColor() {
    List<Series> series = mapper.orders("", counts, ZONE, false).series();
    assertThat(series)
        .extracting(Series::key)
        .containsExactly(
            "installment_wish",
            "payment_promised",
            "sang_along",
            "no_contact",
            "technical_failure");
    assertThat(series).allMatch(it -> it.tone() == StatusStyle.of(it.key()));
    assertThat(values(series.get(1))).containsExactly(4L, 0L);
    assertThat(series.get(1).name()).isEqualTo(texts.value("summary_code", "payment_promised"));
    assertThat(series.get(2).name()).isEqualTo("sang along");
  }

  @Test
  void showsNoLagWithoutDials() {
    assertThat(values(mapper.dials("", counts, ZONE).series().getFirst())).containsExactly(12L, 0L);
    assertThat(mapper.dialLag("", counts, ZONE).series())
        .extracting(ChartMapperTest::values)
        .containsExactly(List.of(10L, ChartData.NONE), List.of(500L, ChartData.NONE));
  }

  @Test
  void showsDeliveriesByResult() {
    List<Series> series = mapper.deliveries("", counts, ZONE, false).series();
    assertThat(series)
        .extracting(it -> it.key() + " " + values(it))
        .containsExactly("succeeded [9, 0]", "skipped [0, 0]", "failed [2, 0]");
  }

  @Test
  void linksBarsByTheEndOfTheirStep() {
    ChartData late =
        mapper.orders(
            "",
            new StepCounts(
                List.of(
                    Instant.parse("2026-11-20T23:00:00Z"), Instant.parse("2026-11-21T00:00:00Z")),
                counts.steps().subList(0, 1)),
            ZONE,
            false);
    late.drillDown().target(0, "no_contact").orElseThrow().open().orElseThrow().run();
    assertThat(navigation.links().getLast().filter())
        .isEqualTo(Map.of("to", "2026-11-20", "status", "completed"));
    assertThat(
            mapper
                .deliveries("", counts, ZONE, true)
                .drillDown()
                .target(0, "failed")
                .orElseThrow()
                .open())
        .isEmpty();
    assertThat(mapper.dials("", counts, ZONE).drillDown().target(0, "dials")).isEmpty();
  }
}
