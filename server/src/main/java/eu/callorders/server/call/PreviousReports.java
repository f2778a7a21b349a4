package eu.callorders.server.call;

import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads the reports of the conversations before. */
public final class PreviousReports {
  /** The index by subject has its attempts in their order. */
  static final String PREVIOUS =
      """
      SELECT requested.id, previous.report
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
          AS requested (id, tenant_id, subject_reference, phone)
       CROSS JOIN LATERAL (
             SELECT a.report::text AS report
               FROM call_attempt a
              WHERE a.tenant_id = requested.tenant_id
                AND a.subject_reference = requested.subject_reference
                AND a.phone = requested.phone
                AND a.report IS NOT NULL
                AND a.id <> requested.id
              ORDER BY a.ended_at DESC
              LIMIT 1) AS previous
      """;

  private PreviousReports() {}

  /**
   * The newest stored reports of other conversations with the same subjects on the same phones, by
   * call; calls without one are absent. The caller holds the subjects' locks.
   */
  public static Future<Map<UUID, AgentReport>> load(
      SqlConnection connection, List<CallAttempt> calls) {
    return BatchStatement.of(PREVIOUS, calls)
        .uuids(CallAttempt::id)
        .uuids(CallAttempt::tenantId)
        .strings(each -> each.intent().subjectReference())
        .strings(each -> each.attempt().phone().e164())
        .execute(connection)
        .map(
            RowMapper.toMap(
                row -> row.getUUID("id"),
                row -> AgentReport.read(Json.parse(row.getString("report")))));
  }
}
