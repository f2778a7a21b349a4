package eu.callorders.server.erasure;

import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.IndependentSteps;
import eu.callorders.server.database.Database;
import eu.callorders.server.enrollment.EnrollmentStore;
import eu.callorders.server.hold.HoldRedaction;
import eu.callorders.server.signal.SignalStore;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Redacts personal data past its retention, by each tenant's settings, in small transactions. Real
 * time decides, for transcripts the tenant's clock. Nodes may run it concurrently.
 */
public final class RetentionCleaner {
  private static final int ORDERS = 50;
  private static final int ROWS = 500;

  /**
   * The oldest expired rows of each tenant. The tenant's time of a row is never before the real
   * time of its recording.
   */
  private static final String EXPIRED_TEMPLATE =
      """
      SELECT over.id, t.id AS tenant_id, over.subject_reference
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT r.id, r.subject_reference
               FROM {table} r
              WHERE r.tenant_id = t.id
                AND {time} <= now() - {kept}
                AND {open}
                AND r.id <> ALL ($2::uuid[])
                AND NOT EXISTS (SELECT FROM legal_hold h
                                 WHERE h.tenant_id = t.id
                                   AND h.subject_reference = r.subject_reference)
              ORDER BY {time}
              LIMIT $1) AS over
       LIMIT $1
      """;

  private static final String MONTHS = "make_interval(months => t.result_months)";
  private static final String ENDED = "r.ended_at IS NOT NULL AND r.redacted_at IS NULL";

  static final String EXPIRED_ORDERS = expired("call_order", "r.ended_at", MONTHS, ENDED);
  static final String EXPIRED_ENROLLMENTS = expired("enrollment", "r.ended_at", MONTHS, ENDED);
  static final String EXPIRED_SIGNALS =
      expired(
          "signal",
          "r.received_at",
          "GREATEST(" + MONTHS + ", interval '90 days')",
          "r.redacted_at IS NULL");

  /** A lost order ends with its last attempt. */
  static final String EXPIRED_ATTEMPTS =
      expired(
          "call_attempt",
          "COALESCE(r.ended_at, r.intended_at)",
          MONTHS,
          """
          r.order_gone AND r.subject_reference <> ''
          AND r.status IN ('ended', 'closed', 'refused')
          AND NOT EXISTS (
                SELECT FROM call_attempt later
                 WHERE later.order_id = r.order_id
                   AND COALESCE(later.ended_at, later.intended_at) > now() - %s)\
          """
              .formatted(MONTHS));

  static final String EXPIRED_HOLDS = expired("hold", "r.ended_at", MONTHS, ENDED);

  /** Their own instant of expiry; an attempt whose subject is redacted has an empty reference. */
  static final String EXPIRED_TRANSCRIPTS =
      expired(
          """
          (SELECT s.attempt_id AS id, s.tenant_id, s.expires_at,
                             COALESCE(a.subject_reference, '') AS subject_reference
                        FROM transcript s
                        LEFT JOIN call_attempt a ON a.id = s.attempt_id)\
          """,
          "r.expires_at",
          "t.clock_offset_ms * interval '-1 millisecond'",
          "true");

  private final Database database;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final ExpiredRows orders;
  private final ExpiredRows goneOrderAttempts;
  private final ExpiredRows enrollments;
  private final ExpiredRows signals;
  private final ExpiredRows holds;
  private final ExpiredRows transcripts;

  /** Tenants already in today's audit log, which records each once a day. */
  private final Set<UUID> auditedTenants = new HashSet<>();

  private LocalDate auditedOn = LocalDate.MIN;

  public RetentionCleaner(Database database, AuditLog audit, InstantSource realTime) {
    this.database = database;
    this.audit = audit;
    this.realTime = realTime;
    this.orders =
        expiredRows("order past its retention", EXPIRED_ORDERS, ORDERS, this::redactOrders);
    this.goneOrderAttempts =
        expiredRows(
            "attempt of a gone order past its retention",
            EXPIRED_ATTEMPTS,
            ROWS,
            (connection, tenantId, ids, now) ->
                PersonalDataRedactor.redactAttempts(connection, tenantId, ids, realTime.instant()));
    this.enrollments =
        expiredRows(
            "enrollment past its retention", EXPIRED_ENROLLMENTS, ROWS, EnrollmentStore::redact);
    this.signals =
        expiredRows("signal past its retention", EXPIRED_SIGNALS, ROWS, SignalStore::redact);
    this.holds = expiredRows("hold past its retention", EXPIRED_HOLDS, ROWS, HoldRedaction::redact);
    this.transcripts =
        expiredRows(
            "transcript past its retention",
            EXPIRED_TRANSCRIPTS,
            ROWS,
            (connection, tenantId, ids, now) -> TranscriptStore.delete(connection, tenantId, ids));
  }

  private ExpiredRows expiredRows(
      String kind, String statement, int limit, RetentionRedactor redactor) {
    return new ExpiredRows(
        database,
        kind,
        statement,
        limit,
        (connection, tenantId, ids) -> {
          Instant now = BoundedWait.await(TenantStore.now(connection, tenantId, realTime));
          int redacted = BoundedWait.await(redactor.redact(connection, tenantId, ids, now));
          auditDaily(connection, tenantId);
          return redacted;
        });
  }

  private static String expired(
      String table, String timeColumn, String retention, String condition) {
    return EXPIRED_TEMPLATE
        .replace("{table}", table)
        .replace("{time}", timeColumn)
        .replace("{kept}", retention)
        .replace("{open}", condition);
  }

  /**
   * Redacts everything past its retention. Blocks a virtual thread. Failing items are stored as
   * failed work and parked; a failing kind does not stop the others and is rethrown at the end.
   */
  public void runOnce() {
    IndependentSteps.run(
        List.of(
            () -> runUntilDone(() -> redact(orders)),
            () -> runUntilDone(() -> redact(goneOrderAttempts)),
            () -> runUntilDone(() -> redact(enrollments)),
            () -> runUntilDone(() -> redact(signals)),
            () -> runUntilDone(() -> redact(holds)),
            () -> runUntilDone(() -> redact(transcripts))));
  }

  private static void runUntilDone(BooleanSupplier batch) {
    boolean more;
    do {
      more = batch.getAsBoolean();
    } while (more);
  }

  private interface RetentionRedactor {
    Future<Integer> redact(SqlConnection connection, UUID tenantId, List<UUID> ids, Instant now);
  }

  private Future<Integer> redactOrders(
      SqlConnection connection, UUID tenantId, List<UUID> ids, Instant now) {
    return PersonalDataRedactor.redactOrders(connection, tenantId, ids, now, realTime.instant());
  }

  private boolean redact(ExpiredRows rows) {
    List<Set<UUID>> done = rows.runOnce();
    done.forEach(auditedTenants::addAll);
    return !done.isEmpty();
  }

  /** Audits once a day per tenant. A tenant counts as audited only after the commit. */
  private void auditDaily(SqlConnection connection, UUID tenantId) {
    LocalDate today = LocalDate.ofInstant(realTime.instant(), ZoneOffset.UTC);
    if (!today.equals(auditedOn)) {
      auditedTenants.clear();
      auditedOn = today;
    }
    if (!auditedTenants.contains(tenantId)) {
      AuditEvent event = AuditEvent.ofService(AuditAction.RETENTION_APPLIED, tenantId);
      BoundedWait.await(audit.append(connection, event));
    }
  }
}
