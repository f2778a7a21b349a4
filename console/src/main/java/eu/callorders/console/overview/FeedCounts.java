package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Counts the ended orders of the feed by outcome, in steps of five minutes of the last hour. */
final class FeedCounts {
  static final Duration STEP = Duration.ofMinutes(5);
  private static final int STEPS = 12;
  private static final String TYPE = "call_order.";

  private final NavigableMap<Instant, StatisticsStep> steps = new TreeMap<>();

  void add(List<JsonNode> events) {
    for (JsonNode event : events) {
      String type = event.path("type").asText();
      if (type.startsWith(TYPE) && LiveCharts.ENDED.contains(type.substring(TYPE.length()))) {
        Json.instant(event, "occurred_at").ifPresent(at -> add(event.path("data"), at));
      }
    }
    while (steps.size() > STEPS) {
      steps.pollFirstEntry();
    }
  }

  private void add(JsonNode order, Instant at) {
    String code = order.path("result").path("summary_code").asText("unknown");
    StatisticsStep ended =
        new StatisticsStep(Map.of(code, 1L), 0, StatisticsStep.NONE.dialLag(), Map.of());
    steps.merge(start(at), ended, StatisticsStep::plus);
  }

  private static Instant start(Instant at) {
    return Instant.ofEpochSecond(at.getEpochSecond() / STEP.toSeconds() * STEP.toSeconds());
  }

  void clear() {
    steps.clear();
  }

  /** The last hour, up to the end of the present step. */
  StepCounts counts(Instant now) {
    List<Instant> bounds =
        Stream.iterate(start(now).minus(STEP.multipliedBy(STEPS - 1L)), at -> at.plus(STEP))
            .limit(STEPS + 1L)
            .toList();
    return new StepCounts(
        bounds,
        bounds.subList(0, STEPS).stream()
            .map(from -> steps.getOrDefault(from, StatisticsStep.NONE))
            .toList());
  }
}
