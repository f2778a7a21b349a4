package eu.callorders.console.alert;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Page;
import eu.callorders.console.ui.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Finds what needs attention in documents of the service. */
final class AlertReader {
  /** Fewer failures in a row may be a moment of the receiver. */
  static final int MIN_FAILURES = 5;

  private static final Link OVERVIEW = Link.to("overview", "");

  private AlertReader() {}

  /** Gateways, the halts of that tenant, and a maintenance that waits for a decision. */
  static List<Alert> ofOverview(JsonNode overview, String tenantId) {
    List<Alert> alerts = new ArrayList<>();
    overview.path("gateways").forEach(gateway -> gateway(gateway).forEach(alerts::add));
    overview.path("halts").forEach(halt -> halt(halt, tenantId).forEach(alerts::add));
    if (overview.path("maintenance").path("state").asText().equals("held")) {
      alerts.add(Alert.of("maintenance", "maintenance", "", OVERVIEW));
    }
    return alerts;
  }

  private static Stream<Alert> gateway(JsonNode gateway) {
    String name = gateway.path("name").asText();
    String state = gateway.path("state").asText();
    return List.of("down", "open").contains(state)
        ? Stream.of(Alert.of("gateway/" + name, "gateway." + state, name, OVERVIEW))
        : Stream.of();
  }

  private static Stream<Alert> halt(JsonNode halt, String tenantId) {
    if (!List.of("", tenantId).contains(halt.path("tenant_id").asText())) {
      return Stream.of();
    }
    boolean isRecovery = halt.path("kind").asText().equals("recovery");
    boolean isPartial = Stream.of("country", "order_type").anyMatch(halt::has);
    String kind =
        isPartial ? "halt.part" : halt.has("tenant_id") ? "halt.tenant" : "halt.everything";
    return Stream.of(
        new Alert(
            "halt/" + halt.path("id").asText(),
            isRecovery ? "recovery" : kind,
            halt.path("reason").asText(),
            1,
            "",
            halt.path("halted_at").asText(),
            Link.to("administration", "")));
  }

  static List<Alert> ofEndpoints(List<JsonNode> endpoints) {
    return endpoints.stream().flatMap(AlertReader::endpoint).toList();
  }

  /** One that an operator has disabled while it worked needs no attention. */
  private static Stream<Alert> endpoint(JsonNode endpoint) {
    String id = endpoint.path("id").asText();
    int failures = endpoint.path("health").path("consecutive_failures").asInt();
    String status = endpoint.path("status").asText();
    boolean isFailing = status.equals("active") && failures >= MIN_FAILURES;
    return isFailing || (status.equals("disabled") && failures > 0)
        ? Stream.of(
            Alert.of(
                "endpoint/" + id,
                isFailing ? "endpoint.failing" : "endpoint.disabled",
                endpoint.path("url").asText(),
                Link.to("webhooks", id)))
        : Stream.of();
  }

  /**
   * @param failed the first page of the deliveries that have failed for good
   */
  static List<Alert> ofDeadLetters(Page<JsonNode> failed) {
    int count = failed.rows().size();
    return count == 0
        ? List.of()
        : List.of(
            new Alert(
                "dead_letters",
                failed.hasMore() ? "dead_letters.many" : "dead_letters",
                Integer.toString(count),
                count,
                latest(failed.rows()),
                "",
                Link.filtered("deliveries", "status", "failed")));
  }

  /** The latest attempt: a delivery may fail days after newer ones. */
  private static String latest(List<JsonNode> deliveries) {
    return deliveries.stream()
        .flatMap(it -> Json.list(it.path("attempts"), at -> at.path("at").asText()).stream())
        .max(Comparator.naturalOrder())
        .orElse("");
  }
}
