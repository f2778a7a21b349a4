package eu.callorders.server.call;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads a row of {@code call_attempt}. */
final class AttemptRow {
  private AttemptRow() {}

  static CallAttempt read(Row row) {
    String report = row.getString("report");
    AgentReport checked = report == null ? null : AgentReport.read(Json.parse(report));
    UUID suppressionId = row.getUUID("suppression_id");
    return new CallAttempt(
        intent(row),
        attempt(row, checked == null ? null : checked.conversation(), suppressionId),
        new CallAttempt.FollowUp(
            suppressionId,
            checked,
            RowMapper.instantOrNull(row, "transcript_expires_at"),
            RowMapper.instantOrNull(row, "report_due_at"),
            RowMapper.instantOrNull(row, "reconcile_at"),
            GatewayEventsJson.read(row.getString("gateway_events"))));
  }

  private static CallAttempt.Intent intent(Row row) {
    return new CallAttempt.Intent(
        row.getUUID("tenant_id"),
        row.getString("subject_reference"),
        new PhoneNumber(row.getString("from_number")),
        RowMapper.instant(row, "intended_at"),
        RowMapper.instant(row, "not_after"),
        row.getLocalDate("contact_day"),
        row.getLocalDate("dial_day"),
        row.getUUID("claim_key"),
        Json.parse(row.getString("decision")),
        row.getUUID("simulator_node"));
  }

  private static Attempt attempt(
      Row row, @Nullable Conversation conversation, @Nullable UUID suppressionId) {
    Integer number = row.getInteger("attempt_number");
    String disposition = row.getString("disposition");
    String cause = row.getString("cause");
    String endedBy = row.getString("ended_by");
    return new Attempt(
        row.getUUID("id"),
        row.getUUID("order_id"),
        number == null ? 0 : number,
        new PhoneNumber(row.getString("phone")),
        AttemptStatus.of(row.getString("status")),
        row.getString("gateway_ref"),
        RowMapper.instantOrNull(row, "started_at"),
        RowMapper.instantOrNull(row, "answered_at"),
        RowMapper.instantOrNull(row, "ended_at"),
        disposition == null ? null : Disposition.of(disposition),
        cause == null ? null : Cause.of(cause),
        endedBy == null ? null : Actor.of(endedBy).orElse(Actor.UNKNOWN),
        withObjection(conversation, suppressionId),
        suppressionId != null);
  }

  /** A recorded objection overrides the report. */
  private static @Nullable Conversation withObjection(
      @Nullable Conversation conversation, @Nullable UUID suppressionId) {
    return conversation == null || suppressionId == null
        ? conversation
        : conversation.withObjection(new Findings.Objection("voice", suppressionId));
  }
}
