package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;

/**
 * A row of the enrollment table; missing values are empty.
 *
 * @param asOf time of the event it comes from, by the tenant's clock; empty when read by request
 */
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
    String endedAt,
    String asOf) {
  static final List<String> STATUSES =
      List.of("active", "paused", "completed", "exited", "canceled", "failed");

  /**
   * Orders states without a modification time: ended ones last, then by order count, then by event
   * time.
   */
  static final Comparator<EnrollmentRow> BY_STATE_AGE =
      Comparator.comparingInt((EnrollmentRow row) -> row.endedAt().isEmpty() ? 0 : 1)
          .thenComparingInt(EnrollmentRow::orders)
          .thenComparing((one, other) -> byTime(one, other));

  private static int byTime(EnrollmentRow one, EnrollmentRow other) {
    boolean known = !one.asOf.isEmpty() && !other.asOf.isEmpty();
    return known ? one.asOf.compareTo(other.asOf) : 0;
  }

  static EnrollmentRow ofEvent(JsonNode event) {
    return of(event.path("data")).asOf(event.path("occurred_at").asText());
  }

  EnrollmentRow asOf(String instant) {
    return new EnrollmentRow(
        id,
        status,
        subject,
        sequenceKey,
        sequenceId,
        version,
        step,
        nextActionAt,
        orders,
        exitReason,
        createdAt,
        endedAt,
        instant);
  }

  /** Reads an enrollment of the API. */
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
        enrollment.path("ended_at").asText(),
        "");
  }
}
