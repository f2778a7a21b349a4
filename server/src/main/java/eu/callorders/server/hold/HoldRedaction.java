package eu.callorders.server.hold;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;

/** Erases the names and notes of holds. One that stands goes on: dials find it by its hashes. */
public final class HoldRedaction {
  private static final String REDACT =
      """
      UPDATE hold
         SET subject_reference = NULL, phone = NULL, claim_member = NULL, claim_value = NULL,
             note = NULL, redacted_at = $2
       WHERE tenant_id = $1 AND id = ANY ($3)
      """;

  private static final String REDACT_OF_SUBJECT =
      """
      UPDATE hold
         SET subject_reference = NULL, phone = NULL, claim_member = NULL, claim_value = NULL,
             note = NULL, redacted_at = $2
       WHERE tenant_id = $1
         AND id IN (SELECT h.id
                      FROM hold h
                     WHERE h.tenant_id = $1
                       AND h.subject_reference = $3
                       AND (h.created_at <= $4
                            OR EXISTS (SELECT FROM call_attempt a
                                        WHERE a.id = h.call_id
                                          AND a.tenant_id = h.tenant_id
                                          AND a.intended_at <= $4))
                     LIMIT $5)
      """;

  private HoldRedaction() {}

  /** Redacts holds of one tenant; returns how many. */
  public static Future<Integer> redact(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant now) {
    return Statements.update(
        connection, REDACT, Tuple.of(tenantId, RowMapper.time(now), ids.toArray(UUID[]::new)));
  }

  /**
   * Redacts up to {@code limit} holds that name a person; returns how many. The caller holds the
   * subject's lock.
   *
   * @param until later holds stay, except those of calls that were decided before
   */
  public static Future<Integer> redactOfSubject(
      SqlConnection connection,
      UUID tenantId,
      String subjectReference,
      Instant until,
      int limit,
      Instant now) {
    return Statements.update(
        connection,
        REDACT_OF_SUBJECT,
        Tuple.of(tenantId, RowMapper.time(now), subjectReference, RowMapper.time(until), limit));
  }
}
