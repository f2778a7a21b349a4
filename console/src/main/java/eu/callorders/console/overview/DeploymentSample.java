package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deployment metrics at one moment.
 *
 * @param at monotonic time since the first sample
 * @param afterGap whether samples are missing before this one
 * @param orders by status, in the order of the service, including unknown statuses
 */
record DeploymentSample(
    Duration at,
    boolean afterGap,
    Map<String, Long> orders,
    long callsRunning,
    Lag dialLag,
    Lag deliveryLag,
    long deadLetters,
    List<Gateway> gateways,
    List<Node> nodes,
    List<String> halts) {

  /** Percentiles in milliseconds. */
  record Lag(long p50, long p99) {
    static Lag of(JsonNode lag) {
      return new Lag(lag.path("p50").asLong(), lag.path("p99").asLong());
    }
  }

  record Gateway(String name, String state) {
    static Gateway of(JsonNode gateway) {
      return new Gateway(gateway.path("name").asText(), gateway.path("state").asText());
    }
  }

  record Node(String id, String lastSeenAt) {
    static Node of(JsonNode node) {
      return new Node(node.path("id").asText(), node.path("last_seen_at").asText());
    }
  }

  static DeploymentSample of(Duration at, boolean afterGap, JsonNode overview) {
    Map<String, Long> orders = new LinkedHashMap<>();
    overview
        .path("orders")
        .properties()
        .forEach(entry -> orders.put(entry.getKey(), entry.getValue().asLong()));
    return new DeploymentSample(
        at,
        afterGap,
        orders,
        overview.path("calls_running").asLong(),
        Lag.of(overview.path("dial_lag_ms")),
        Lag.of(overview.path("delivery_lag_ms")),
        overview.path("dead_letters").asLong(),
        Json.list(overview.path("gateways"), Gateway::of),
        Json.list(overview.path("nodes"), Node::of),
        Json.list(overview.path("halts"), halt -> halt.path("reason").asText()));
  }

  long orders(String status) {
    return orders.getOrDefault(status, 0L);
  }
}
