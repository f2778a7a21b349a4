package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;

/** An active halt. */
record HaltRow(String id, HaltScope scope, String reason, String haltedAt) {
  static HaltRow of(JsonNode halt) {
    return new HaltRow(
        halt.path("id").asText(),
        HaltScope.of(halt),
        halt.path("reason").asText(),
        halt.path("halted_at").asText());
  }
}
