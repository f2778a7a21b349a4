package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** An entry of the audit log; what it does not have is empty. */
record AuditRow(
    String id,
    String at,
    String actor,
    String action,
    String tenantId,
    String target,
    String previousHash,
    String hash) {
  /** An entry never changes: whichever came last is as good. */
  static final Comparator<AuditRow> ALIKE = Comparator.comparing(AuditRow::id);

  static AuditRow of(JsonNode entry) {
    return new AuditRow(
        entry.path("id").asText(),
        entry.path("at").asText(),
        entry.path("actor").asText().intern(),
        entry.path("action").asText().intern(),
        entry.path("tenant_id").asText(),
        entry.path("target").asText(),
        entry.path("previous_hash").asText(),
        entry.path("hash").asText());
  }
}
