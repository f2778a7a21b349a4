package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** An active halt. */
record HaltRow(String id, HaltScope scope, String reason, String haltedAt) {
  /** Halts never change, so any copy is current. */
  static final Comparator<HaltRow> BY_ID = Comparator.comparing(HaltRow::id);

  static HaltRow of(JsonNode halt) {
    return new HaltRow(
        halt.path("id").asText(),
        HaltScope.of(halt),
        halt.path("reason").asText(),
        halt.path("halted_at").asText());
  }
}
