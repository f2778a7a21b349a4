package eu.callorders.server.cli.orders;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;

/** The members of an order that a table shows. */
final class OrderSummary {
  static final String[] COLUMNS = {
    "id", "status", "created_at", "client_reference", "subject", "next_attempt_at", "summary_code"
  };

  private OrderSummary() {}

  static ObjectNode of(JsonNode order) {
    ObjectNode row = Json.object();
    for (String member : new String[] {"id", "status", "created_at", "client_reference"}) {
      row.put(member, order.path(member).asText());
    }
    row.put("subject", order.at("/subject/reference").asText());
    row.put("next_attempt_at", order.path("next_attempt_at").asText());
    row.put("summary_code", order.at("/result/summary_code").asText());
    return row;
  }

  /** The page with rows that are summaries. */
  static ObjectNode ofPage(JsonNode page) {
    ObjectNode summary = page.deepCopy();
    ArrayNode rows = summary.putArray("data");
    page.path("data").forEach(order -> rows.add(of(order)));
    return summary;
  }
}
