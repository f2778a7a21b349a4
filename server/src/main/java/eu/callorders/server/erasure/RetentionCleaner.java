package eu.callorders.server.erasure;

import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.IndependentSteps;
import eu.callorders.server.database.Database;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Redacts personal data past its retention, by each tenant's settings and clock, in small
 * transactions. Nodes may run it concurrently.
 */
public final class RetentionCleaner {
  private static final int ORDERS = 50;
  private static final int ROWS = 500;

  /** The oldest expired rows of each tenant. */
  private static final String EXPIRED =
      """
      SELECT over.id, t.id AS tenant_id, over.subject_reference
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT r.id, r.subject_reference
               FROM {table} r
              WHERE r.tenant_id = t.id
                AND {time} <= now() + t.clock_offset_ms * interval '1 millisecond' - {kept}
                AND {open}
                AND r.id <> ALL ($2::uuid[])
              ORDER BY {time}
              LIMIT $1) AS over
       LIMIT $1
      """;

  private static final String MONTHS = "make_interval(months => t.result_months)";
  private static final String ENDED = "r.ended_at IS NOT NULL AND r.redacted_at IS NULL";

  static final String ORDERS_OVER = expired("call_order", "r.ended_at", MONTHS, ENDED);
  static final String ENROLLMENTS_OVER = expired("enrollment", "r.ended_at", MONTHS, ENDED);
  static final String SIGNALS_OVER =
      expired(
          "signal",
          "r.received_at",
          "GREATEST(" + MONTHS + ", interval '90 days')",
          "r.redacted_at IS NULL");

  /** A lost order ends with its last attempt. */
  static final String ATTEMPTS_OVER =
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
                   AND COALESCE(later.ended_at, later.intended_at)
                       > now() + t.clock_offset_ms * interval '1 millisecond' - %s)\
          """
              .formatted(MONTHS));

  static final String TRANSCRIPTS_OVER =
      """
      WITH over AS MATERIALIZED (
        SELECT gone.attempt_id
          FROM tenant t
         CROSS JOIN LATERAL (
               SELECT s.attempt_id
                 FROM transcript s
                WHERE s.tenant_id = t.id
                  AND s.expires_at <= now() + t.clock_offset_ms * interval '1 millisecond'
                ORDER BY s.expires_at
                LIMIT $1) AS gone
         LIMIT $1)
      DELETE FROM transcript s USING over WHERE s.attempt_id = over.attempt_id
      RETURNING s.tenant_id
      """;

  private final Database database;
  private final TenantStore tenants;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final ExpiredRows orders;
  private final ExpiredRows goneOrderAttempts;
  private final ExpiredRows enrollments;
  private final ExpiredRows signals;

  /** Tenants already in today's audit log, which records each once a day. */
  private final Set<UUID> noted = new HashSet<>();

  private LocalDate notedOn = LocalDate.MIN;

  public RetentionCleaner(
      Database database, TenantStore tenants, AuditLog audit, InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.audit = audit;
    this.realTime = realTime;
    this.orders = rows("order past its retention", ORDERS_OVER, ORDERS, this::redactOrders);
    this.goneOrderAttempts =
        rows(
            "attempt of a gone order past its retention",
            ATTEMPTS_OVER,
            ROWS,
            (connection, tenantId, ids, now) ->
                PersonalDataRedactor.attempts(connection, tenantId, ids, realTime.instant()));
    this.enrollments =
        rows(
            "enrollment past its retention",
            ENROLLMENTS_OVER,
            ROWS,
            PersonalDataRedactor::enrollments);
    this.signals =
        rows("signal past its retention", SIGNALS_OVER, ROWS, PersonalDataRedactor::signals);
  }

  private ExpiredRows rows(String kind, String statement, int limit, Redact redactor) {
    return new ExpiredRows(
        database,
        kind,
        statement,
        limit,
        (connection, tenantId, ids) -> {
          Instant now = BoundedWait.await(tenants.now(connection, tenantId, realTime));
          int redacted = BoundedWait.await(redactor.redact(connection, tenantId, ids, now));
          note(connection, tenantId);
          return redacted;
        });
  }

  private static String expired(
      String table, String timeColumn, String retention, String condition) {
    return EXPIRED
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
            () -> runToEnd(() -> redact(orders)),
            () -> runToEnd(() -> redact(goneOrderAttempts)),
            () -> runToEnd(() -> redact(enrollments)),
            () -> runToEnd(() -> redact(signals)),
            () -> runToEnd(this::transcripts)));
  }

  private static void runToEnd(BooleanSupplier batch) {
    boolean more;
    do {
      more = batch.getAsBoolean();
    } while (more);
  }

  private interface Redact {
    Future<Integer> redact(SqlConnection connection, UUID tenantId, List<UUID> ids, Instant now);
  }

  private Future<Integer> redactOrders(
      SqlConnection connection, UUID tenantId, List<UUID> ids, Instant now) {
    return PersonalDataRedactor.orders(connection, tenantId, ids, now, realTime.instant());
  }

  private boolean redact(ExpiredRows rows) {
    List<Set<UUID>> done = rows.runOnce();
    done.forEach(noted::addAll);
    return !done.isEmpty();
  }

  private boolean transcripts() {
    Set<UUID> affected =
        database.inWorker(
            connection -> {
              Set<UUID> deleted =
                  BoundedWait.await(
                          connection.preparedQuery(TRANSCRIPTS_OVER).execute(Tuple.of(ROWS)))
                      .stream()
                      .map(row -> row.getUUID("tenant_id"))
                      .collect(Collectors.toSet());
              deleted.forEach(tenantId -> note(connection, tenantId));
              return deleted;
            });
    noted.addAll(affected);
    return !affected.isEmpty();
  }

  /** Audits once a day per tenant. A tenant counts as audited only after the commit. */
  private void note(SqlConnection connection, UUID tenantId) {
    LocalDate today = LocalDate.ofInstant(realTime.instant(), ZoneOffset.UTC);
    if (!today.equals(notedOn)) {
      noted.clear();
      notedOn = today;
    }
    if (!noted.contains(tenantId)) {
      AuditEvent event = AuditEvent.ofService(AuditAction.RETENTION_APPLIED, tenantId);
      BoundedWait.await(audit.append(connection, event));
    }
  }
}
