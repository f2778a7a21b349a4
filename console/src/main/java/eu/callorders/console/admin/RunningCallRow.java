package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;

/**
 * A call that is under way; missing values are empty.
 *
 * @param tenantId of the tenant whose call it is
 * @param to the number called
 * @param from the number shown
 * @param hangupRequestedAt when an operator has ended it, in real time
 */
record RunningCallRow(
    String tenantId,
    String id,
    String orderId,
    String status,
    String subject,
    String to,
    String from,
    String startedAt,
    String answeredAt,
    String hangupRequestedAt) {
  private static final List<String> STATUSES = List.of("placing", "placed", "ringing", "answered");

  /** A call goes through its statuses, and a request to end it stays. */
  static final Comparator<RunningCallRow> BY_STATE_AGE =
      Comparator.comparingInt((RunningCallRow row) -> STATUSES.indexOf(row.status()))
          .thenComparing(row -> !row.hangupRequestedAt().isEmpty());

  static String pathOf(String tenantId) {
    return TenantRow.PATH + "/" + tenantId + "/calls";
  }

  static RunningCallRow of(String tenantId, JsonNode call) {
    return new RunningCallRow(
        tenantId,
        call.path("call_id").asText(),
        call.path("call_order_id").asText(),
        call.path("status").asText().intern(),
        call.path("subject_reference").asText(""),
        call.path("to").asText(""),
        call.path("from").asText("").intern(),
        call.path("started_at").asText(),
        call.path("answered_at").asText(""),
        call.path("hangup_requested_at").asText(""));
  }

  boolean isEnding() {
    return !hangupRequestedAt.isEmpty();
  }
}
