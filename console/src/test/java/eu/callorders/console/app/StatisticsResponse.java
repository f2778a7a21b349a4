package eu.callorders.console.app;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What a fake service has counted: in each step more, and of each outcome one more. */
final class StatisticsResponse {
  static final String PATH = "/admin/v1/statistics";

  private StatisticsResponse() {}

  /**
   * The response to a request.
   *
   * @param target with {@code from}, {@code to} and {@code step}
   */
  static String to(String target, List<String> outcomes) {
    Duration step =
        parameter(target, "step").equals("PT1H") ? Duration.ofHours(1) : Duration.ofDays(1);
    Instant to = Instant.parse(parameter(target, "to"));
    ObjectNode response = Json.object();
    ArrayNode steps = response.putArray("steps");
    Instant from = Instant.parse(parameter(target, "from"));
    for (int i = 1; from.isBefore(to); i++) {
      steps.add(step(from, i, outcomes));
      from = from.plus(step);
    }
    return response.toString();
  }

  private static ObjectNode step(Instant from, int count, List<String> outcomes) {
    ObjectNode step = Json.object().put("from", from.toString()).put("dials", count);
    ObjectNode ended = step.putObject("orders_ended");
    for (String outcome : outcomes) {
      ended.put(outcome, count + ended.size());
    }
    step.putObject("dial_lag_ms").put("p50", 10).put("p99", 100 * count);
    step.putObject("deliveries").put("succeeded", 9 * count).put("failed", count).put("skipped", 1);
    return step;
  }

  private static String parameter(String target, String name) {
    return URLDecoder.decode(
        target.replaceAll(".*[?&]" + name + "=([^&]*).*", "$1"), StandardCharsets.UTF_8);
  }
}
