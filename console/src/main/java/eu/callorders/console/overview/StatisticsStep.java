package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.overview.DeploymentSample.Lag;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counts of one step.
 *
 * @param orders that have ended, by summary code
 * @param dialLag at most that of the dials, which is zero without dials
 * @param deliveries that have ended, by status
 */
record StatisticsStep(
    Map<String, Long> orders, long dials, Lag dialLag, Map<String, Long> deliveries) {
  static final StatisticsStep NONE = new StatisticsStep(Map.of(), 0, new Lag(0, 0), Map.of());

  static StatisticsStep of(JsonNode step) {
    return new StatisticsStep(
        counts(step.path("orders_ended")),
        Math.max(0, step.path("dials").asLong()),
        Lag.of(step.path("dial_lag_ms")),
        counts(step.path("deliveries")));
  }

  private static Map<String, Long> counts(JsonNode counts) {
    Map<String, Long> result = new TreeMap<>();
    counts
        .properties()
        .forEach(count -> result.put(count.getKey(), Math.max(0, count.getValue().asLong())));
    return result;
  }

  /** Both together. What neither lag exceeds, that of both does not exceed. */
  StatisticsStep plus(StatisticsStep other) {
    return new StatisticsStep(
        sum(orders, other.orders),
        dials + other.dials,
        new Lag(
            Math.max(dialLag.p50(), other.dialLag.p50()),
            Math.max(dialLag.p99(), other.dialLag.p99())),
        sum(deliveries, other.deliveries));
  }

  private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
    Map<String, Long> result = new TreeMap<>(one);
    other.forEach((name, count) -> result.merge(name, count, Long::sum));
    return result;
  }
}
