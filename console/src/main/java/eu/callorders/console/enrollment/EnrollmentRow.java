package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** An enrollment as a line; what it does not have is empty. */
record EnrollmentRow(
    String id,
    String status,
    String subject,
    String sequenceKey,
    String sequenceId,
    int version,
    String step,
    String nextActionAt,
    int orders,
    String exitReason,
    String createdAt,
    String endedAt) {
  /** It carries no time of its last change; but what has ended stays so, and orders only grow. */
  static final Comparator<EnrollmentRow> BY_AGE =
      Comparator.comparingInt((EnrollmentRow row) -> row.endedAt().isEmpty() ? 0 : 1)
          .thenComparingInt(EnrollmentRow::orders);

  /** Of an enrollment as the interface shows it, in an event too. */
  static EnrollmentRow of(JsonNode enrollment) {
    return new EnrollmentRow(
        enrollment.path("id").asText(),
        enrollment.path("status").asText().intern(),
        enrollment.path("subject_reference").asText(),
        enrollment.path("sequence_key").asText().intern(),
        enrollment.path("sequence_id").asText().intern(),
        enrollment.path("sequence_version").asInt(),
        enrollment.path("current_step_id").asText().intern(),
        enrollment.path("next_action_at").asText(),
        enrollment.path("call_order_ids").size(),
        enrollment.path("exit_reason").asText("").intern(),
        enrollment.path("created_at").asText(),
        enrollment.path("ended_at").asText());
  }
}
