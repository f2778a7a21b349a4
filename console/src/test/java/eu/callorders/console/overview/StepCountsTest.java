package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.overview.DeploymentSample.Lag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StepCountsTest {
  private static final Instant START = Instant.parse("2026-10-23T22:00:00Z");

  /** Bounds at these hours. */
  private static List<Instant> bounds(long... hours) {
    return LongStream.of(hours).mapToObj(it -> START.plus(Duration.ofHours(it))).toList();
  }

  private static JsonNode step(String from, int promised, int dials, int p50, int failed) {
    return Json.parse(
            """
            {"from":"%s","orders_ended":{"payment_promised":%d},"dials":%d,
             "dial_lag_ms":{"p50":%d,"p99":100},"deliveries":{"failed":%d}}
            """
                .formatted(from, promised, dials, p50, failed))
        .orElseThrow();
  }

  /** A day of 25 hours is two steps of the service. */
  @Test
  void addsStepsOfTheServiceToTheDayThatContainsThem() {
    StepCounts counts =
        StepCounts.of(
            bounds(0, 24, 49),
            List.of(
                step("2026-10-23T22:00:00.000Z", 3, 7, 10, 0),
                step("2026-10-24T22:00:00.000Z", 4, 8, 20, 1),
                step("2026-10-25T22:00:00.000Z", 1, 2, 5, 1)));
    assertThat(counts.steps())
        .containsExactly(
            new StatisticsStep(
                Map.of("payment_promised", 3L), 7, new Lag(10, 100), Map.of("failed", 0L)),
            new StatisticsStep(
                Map.of("payment_promised", 5L), 10, new Lag(20, 100), Map.of("failed", 2L)));
  }

  @Test
  void ignoresStepsOutsideAndWithoutATime() {
    StepCounts counts =
        StepCounts.of(
            bounds(0, 1),
            List.of(
                step("2026-10-23T21:00:00Z", 1, 1, 1, 1),
                step("2026-10-23T23:00:00Z", 1, 1, 1, 1),
                step("noon", 1, 1, 1, 1)));
    assertThat(counts.steps()).containsExactly(StatisticsStep.NONE);
  }

  @Test
  void neverCountsLessThanNothing() {
    StepCounts counts =
        StepCounts.of(bounds(0, 1), List.of(step("2026-10-23T22:00:00Z", -3, -1, 5, -2)));
    assertThat(counts.steps().getFirst().orders())
        .containsExactly(Map.entry("payment_promised", 0L));
    assertThat(counts.steps().getFirst().dials()).isZero();
    assertThat(counts.steps().getFirst().deliveries()).containsExactly(Map.entry("failed", 0L));
  }

  @Test
  void readsDaysOfAnotherLengthAlone() {
    Duration day = Duration.ofDays(1);
    assertThat(StepCounts.evenSpans(bounds(0, 24, 48, 73, 97), day))
        .containsExactly(bounds(0, 48), bounds(48, 73), bounds(73, 97));
    assertThat(StepCounts.evenSpans(bounds(0, 23, 47), day))
        .containsExactly(bounds(0, 23), bounds(23, 47));
    assertThat(StepCounts.evenSpans(bounds(0, 24), day)).containsExactly(bounds(0, 24));
    assertThat(StepCounts.evenSpans(bounds(0, 1, 2, 3), Duration.ofHours(1)))
        .containsExactly(bounds(0, 3));
  }
}
