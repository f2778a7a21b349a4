package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FeedCountsTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:02:00Z");

  private final FeedCounts counts = new FeedCounts();

  private static JsonNode event(String type, String code, Instant at) {
    ObjectNode event = Json.object().put("type", type).put("occurred_at", at.toString());
    event.putObject("data").putObject("result").put("summary_code", code);
    return event;
  }

  private List<Map<String, Long>> orders(Instant now) {
    return counts.counts(now).steps().stream().map(StatisticsStep::orders).toList();
  }

  @Test
  void countsEndedOrdersByOutcomeInStepsOfFiveMinutes() {
    counts.add(
        List.of(
            event("call_order.completed", "no_contact", NOW),
            event("call_order.completed", "no_contact", NOW.plusSeconds(179)),
            event("call_order.failed", "technical_failure", NOW),
            event("call_order.expired", "expired", NOW.minus(Duration.ofMinutes(3))),
            event("call_order.dialing", "no_contact", NOW),
            event("enrollment.completed", "no_contact", NOW),
            Json.object().put("type", "call_order.canceled").put("occurred_at", "noon")));
    StepCounts latest = counts.counts(NOW);
    assertThat(latest.bounds())
        .hasSize(13)
        .startsWith(Instant.parse("2026-11-20T09:05:00Z"))
        .endsWith(Instant.parse("2026-11-20T10:05:00Z"));
    assertThat(orders(NOW).subList(10, 12))
        .containsExactly(Map.of("expired", 1L), Map.of("no_contact", 2L, "technical_failure", 1L));
    assertThat(orders(NOW).subList(0, 10)).containsOnly(Map.of());
  }

  @Test
  void keepsOneHour() {
    IntStream.range(0, 1_000)
        .forEach(
            step ->
                counts.add(
                    List.of(
                        event(
                            "call_order.completed",
                            "refused",
                            NOW.plus(FeedCounts.STEP.multipliedBy(step))))));
    assertThat(orders(NOW)).as("dropped").containsOnly(Map.of());
    assertThat(orders(NOW.plus(FeedCounts.STEP.multipliedBy(999))))
        .hasSize(12)
        .containsOnly(Map.of("refused", 1L));
    counts.clear();
    assertThat(orders(NOW.plus(FeedCounts.STEP.multipliedBy(999)))).containsOnly(Map.of());
  }

  @Test
  void countsOrdersWithoutAnOutcome() {
    counts.add(
        List.of(
            Json.object().put("type", "call_order.canceled").put("occurred_at", NOW.toString())));
    assertThat(orders(NOW).getLast()).isEqualTo(Map.of("unknown", 1L));
  }
}
