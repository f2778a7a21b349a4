package eu.callorders.console.suppression;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** A row of the do-not-call list; missing values are empty. */
record SuppressionRow(
    String id,
    String phone,
    String subject,
    String source,
    String reason,
    String callId,
    String createdAt) {
  /** Entries are immutable, so all versions are equal. */
  static final Comparator<SuppressionRow> BY_ID = Comparator.comparing(SuppressionRow::id);

  /** The order of the service. */
  static final Comparator<SuppressionRow> NEWEST_FIRST =
      Comparator.comparing(SuppressionRow::createdAt).thenComparing(SuppressionRow::id).reversed();

  static SuppressionRow of(JsonNode entry) {
    return new SuppressionRow(
        entry.path("id").asText(),
        entry.path("phone").asText(),
        entry.path("subject_reference").asText(),
        entry.path("source").asText().intern(),
        entry.path("reason").asText(),
        entry.path("call_id").asText(),
        entry.path("created_at").asText());
  }

  /** Whether it results from an objection during a call; it cannot be removed. */
  boolean isProtected() {
    return source.equals("in_call_request");
  }
}
