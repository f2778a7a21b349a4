package eu.callorders.server.erasure;

import eu.callorders.server.audit.AuditAct;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Takes personal data away whose time is over, by each tenant's settings and clock, a little at a
 * time. Any number of nodes may do this at once.
 */
public final class Retention {
  private static final int ORDERS = 50;
  private static final int ROWS = 500;

  /** Of one kind, the oldest of each tenant. */
  private static final String EXPIRED =
      """
      SELECT over.id, t.id AS tenant_id, over.subject_reference
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT r.id, r.subject_reference
               FROM {table} r
              WHERE r.tenant_id = t.id
                AND r.{time} <= now() + t.clock_offset_ms * interval '1 millisecond' - {kept}
                AND {open}
              ORDER BY r.{time}
              LIMIT $1) AS over
       LIMIT $1
      """;

  private static final String MONTHS = "make_interval(months => t.result_months)";
  private static final String ENDED = "r.ended_at IS NOT NULL AND r.redacted_at IS NULL";

  static final String ORDERS_OVER = expired("call_order", "ended_at", MONTHS, ENDED);
  static final String ENROLLMENTS_OVER = expired("enrollment", "ended_at", MONTHS, ENDED);
  static final String SIGNALS_OVER =
      expired(
          "signal",
          "received_at",
          "GREATEST(" + MONTHS + ", interval '90 days')",
          "r.redacted_at IS NULL");

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

  /** Which tenants the log tells of today: once a day is enough. */
  private final Set<UUID> noted = new HashSet<>();

  private LocalDate notedOn = LocalDate.MIN;

  public Retention(Database database, TenantStore tenants, AuditLog audit, InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.audit = audit;
    this.realTime = realTime;
  }

  private static String expired(String table, String time, String kept, String open) {
    return EXPIRED
        .replace("{table}", table)
        .replace("{time}", time)
        .replace("{kept}", kept)
        .replace("{open}", open);
  }

  /** Takes away all whose time is over, in small transactions. Blocks a virtual thread. */
  public void runOnce() {
    boolean more;
    do {
      more =
          round(ORDERS_OVER, ORDERS, this::orders)
              || round(ENROLLMENTS_OVER, ROWS, Redaction::enrollments)
              || round(SIGNALS_OVER, ROWS, Redaction::signals)
              || transcripts();
    } while (more);
  }

  /** Redacts rows of one tenant. */
  private interface Work {
    Future<Integer> redact(SqlConnection connection, UUID tenantId, List<UUID> ids, Instant now);
  }

  private Future<Integer> orders(
      SqlConnection connection, UUID tenantId, List<UUID> ids, Instant now) {
    return Redaction.orders(connection, tenantId, ids, now, realTime.instant());
  }

  /**
   * What one transaction has done.
   *
   * @param some whether there may be more
   */
  private record Done(boolean some, Set<UUID> tenants) {}

  /** One batch; false when there was none, or others are busy with all of it. */
  private boolean round(String statement, int most, Work work) {
    return noting(
        connection -> {
          List<Row> due =
              BoundedWait.await(connection.preparedQuery(statement).execute(Tuple.of(most)))
                  .stream()
                  .toList();
          Map<UUID, List<UUID>> free = locked(connection, due);
          int redacted = 0;
          for (Map.Entry<UUID, List<UUID>> one : free.entrySet()) {
            Instant now = BoundedWait.await(tenants.now(connection, one.getKey(), realTime));
            redacted +=
                BoundedWait.await(work.redact(connection, one.getKey(), one.getValue(), now));
          }
          return new Done(redacted > 0, free.keySet());
        });
  }

  /** Those whose persons nobody else works on, by tenant. */
  private static Map<UUID, List<UUID>> locked(SqlConnection connection, List<Row> due) {
    if (due.isEmpty()) {
      return Map.of();
    }
    Set<String> wanted = due.stream().map(Retention::lock).collect(Collectors.toSet());
    Set<String> locks = BoundedWait.await(Locks.tryTake(connection, wanted));
    return due.stream()
        .filter(row -> locks.contains(lock(row)))
        .collect(
            Collectors.groupingBy(
                row -> row.getUUID("tenant_id"),
                Collectors.mapping(row -> row.getUUID("id"), Collectors.toList())));
  }

  private static String lock(Row row) {
    return Locks.person(row.getUUID("tenant_id"), row.getString("subject_reference"));
  }

  private boolean transcripts() {
    return noting(
        connection -> {
          Set<UUID> concerned =
              BoundedWait.await(connection.preparedQuery(TRANSCRIPTS_OVER).execute(Tuple.of(ROWS)))
                  .stream()
                  .map(row -> row.getUUID("tenant_id"))
                  .collect(Collectors.toSet());
          return new Done(!concerned.isEmpty(), concerned);
        });
  }

  /**
   * Does it in one transaction, and notes for whom. What was rolled back is not taken for noted.
   */
  private boolean noting(Function<SqlConnection, Done> work) {
    LocalDate today = LocalDate.ofInstant(realTime.instant(), ZoneOffset.UTC);
    if (!today.equals(notedOn)) {
      noted.clear();
      notedOn = today;
    }
    Done done =
        database.inWorker(
            connection -> {
              Done worked = work.apply(connection);
              worked.tenants().forEach(tenantId -> note(connection, tenantId));
              return worked;
            });
    noted.addAll(done.tenants());
    return done.some();
  }

  private void note(SqlConnection connection, UUID tenantId) {
    if (!noted.contains(tenantId)) {
      AuditAct act = AuditAct.ofService(AuditAction.RETENTION_APPLIED, tenantId);
      BoundedWait.await(audit.append(connection, act));
    }
  }
}
