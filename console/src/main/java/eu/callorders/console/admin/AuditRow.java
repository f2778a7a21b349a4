package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;

/** An entry of the audit log; missing members are empty. */
record AuditRow(
    String id,
    String at,
    String actor,
    String action,
    String tenantId,
    String target,
    String reason,
    String before,
    String after,
    String previousHash,
    String hash) {
  static AuditRow of(JsonNode entry) {
    return new AuditRow(
        entry.path("id").asText(),
        entry.path("at").asText(),
        entry.path("actor").asText().intern(),
        entry.path("action").asText().intern(),
        entry.path("tenant_id").asText(),
        entry.path("target").asText(),
        entry.at("/details/reason").asText(),
        text(entry.at("/details/before")),
        text(entry.at("/details/after")),
        entry.path("previous_hash").asText(),
        entry.path("hash").asText());
  }

  private static String text(JsonNode members) {
    return members.isMissingNode() ? "" : members.toPrettyString();
  }
}
