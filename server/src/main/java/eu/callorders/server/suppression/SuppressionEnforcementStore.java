package eu.callorders.server.suppression;

import eu.callorders.server.database.Locks;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.suppression.SuppressionEnforcement.Item;
import eu.callorders.server.suppression.SuppressionEnforcement.Phase;
import eu.callorders.server.suppression.SuppressionEnforcement.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The queue of do-not-call entries to enforce, and pages of their orders and enrollments. */
public final class SuppressionEnforcementStore {
  /** Maximum number of orders or enrollments per transaction. */
  public static final int BATCH = 100;

  private static final int CANDIDATES = 64;

  /** More than the nodes that process one tenant's entries at the same time. */
  private static final int CANDIDATES_OF_TENANT = 8;

  /** Round-robin over tenants, starting after tenant {@code $1}. */
  private static final String DUE =
      """
      WITH RECURSIVE tenant_with_entries AS (
        (SELECT tenant_id FROM suppression_enforcement ORDER BY tenant_id LIMIT 1)
        UNION ALL
        SELECT next.tenant_id
          FROM tenant_with_entries t
         CROSS JOIN LATERAL (
               SELECT e.tenant_id
                 FROM suppression_enforcement e
                WHERE e.tenant_id > t.tenant_id
                ORDER BY e.tenant_id
                LIMIT 1) AS next)
      SELECT due.suppression_id
        FROM tenant_with_entries t
       CROSS JOIN LATERAL (
             SELECT e.suppression_id, row_number() OVER (ORDER BY e.next_run_at) AS place
               FROM suppression_enforcement e
              WHERE e.tenant_id = t.tenant_id AND e.next_run_at <= now()
              ORDER BY e.next_run_at
              LIMIT $2) AS due
       ORDER BY due.place, t.tenant_id <= $1, t.tenant_id
       LIMIT $3
      """;

  private static final String FIND_DUE =
      """
      SELECT e.phase, e.after_created_at, e.after_id, e.batch_limit, e.failures,
             s.id, s.tenant_id, s.phone, s.subject_reference, s.source, s.reason, s.call_id,
             s.created_at
        FROM suppression_enforcement e
        JOIN suppression s ON s.id = e.suppression_id
       WHERE e.suppression_id = $1 AND e.next_run_at <= now()
       LIMIT 1
      """;

  static final String ORDERS_OF_SUBJECT =
      """
      SELECT o.created_at, o.id, o.subject_reference
        FROM call_order o
       WHERE o.tenant_id = $1
         AND o.subject_reference = $2
         AND (o.created_at, o.id) > ($3, $4)
         AND o.ended_at IS NULL
       ORDER BY o.created_at, o.id
       LIMIT $5
      """;

  static final String ORDERS_OF_PHONE =
      """
      SELECT o.created_at, o.id, o.subject_reference
        FROM (SELECT p.order_id
                FROM call_order_phone p
               WHERE p.tenant_id = $1 AND p.phone = $2 AND p.order_id > $3
               ORDER BY p.order_id
               LIMIT $4) AS page
        JOIN call_order o ON o.id = page.order_id
       ORDER BY o.id
      """;

  static final String ENROLLMENTS_OF_SUBJECT =
      """
      SELECT e.created_at, e.id, e.subject_reference
        FROM enrollment e
       WHERE e.tenant_id = $1
         AND e.subject_reference = $2
         AND (e.created_at, e.id) > ($3, $4)
         AND e.ended_at IS NULL
       ORDER BY e.created_at, e.id
       LIMIT $5
      """;

  static final String ENROLLMENTS_OF_PHONE =
      """
      SELECT e.created_at, e.id, e.subject_reference
        FROM (SELECT p.enrollment_id
                FROM enrollment_phone p
               WHERE p.tenant_id = $1 AND p.phone = $2 AND p.enrollment_id > $3
               ORDER BY p.enrollment_id
               LIMIT $4) AS page
        JOIN enrollment e ON e.id = page.enrollment_id
       ORDER BY e.id
      """;

  private static final String ADVANCE =
      """
      UPDATE suppression_enforcement
         SET phase = $2, after_created_at = $3, after_id = $4, batch_limit = $5, failures = 0,
             next_run_at = clock_timestamp()
       WHERE suppression_id = $1
      """;

  private static final String POSTPONE =
      """
      UPDATE suppression_enforcement
         SET batch_limit = $2, failures = $3,
             next_run_at = now() + $4 * interval '1 millisecond'
       WHERE suppression_id = $1
      """;

  private static final String FINISH =
      """
      DELETE FROM suppression_enforcement WHERE suppression_id = $1
      """;

  private SuppressionEnforcementStore() {}

  /**
   * Claims the longest waiting entry of the next tenant. An advisory lock claims it, since a row
   * lock would assign the transaction id before the subjects' locks: the feed would then show
   * changes of one resource out of order.
   *
   * @param lastTenantId tenant of the last claim
   */
  public static Future<Optional<SuppressionEnforcement>> claim(
      SqlConnection connection, UUID lastTenantId) {
    return connection
        .preparedQuery(DUE)
        .execute(Tuple.of(lastTenantId, CANDIDATES_OF_TENANT, CANDIDATES))
        .map(rows -> rows.stream().map(row -> row.getUUID(0)).iterator())
        .compose(candidates -> claimFirst(connection, candidates));
  }

  private static Future<Optional<SuppressionEnforcement>> claimFirst(
      SqlConnection connection, Iterator<UUID> candidates) {
    if (!candidates.hasNext()) {
      return Future.succeededFuture(Optional.empty());
    }
    UUID candidate = candidates.next();
    return Locks.tryAcquire(connection, List.of("suppression_enforcement/" + candidate))
        .compose(
            locked ->
                locked.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : findDue(connection, candidate))
        .compose(
            found ->
                found.isPresent()
                    ? Future.succeededFuture(found)
                    : claimFirst(connection, candidates));
  }

  private static Future<Optional<SuppressionEnforcement>> findDue(
      SqlConnection connection, UUID suppressionId) {
    return Statements.first(
        connection, FIND_DUE, Tuple.of(suppressionId), SuppressionEnforcementStore::read);
  }

  /** The next orders or enrollments of the phase, up to the limit. */
  public static Future<List<Item>> next(SqlConnection connection, SuppressionEnforcement work) {
    Suppression entry = work.entry();
    return switch (work.phase()) {
      case ORDERS_OF_SUBJECT -> nextOfSubject(connection, ORDERS_OF_SUBJECT, work);
      case ENROLLMENTS_OF_SUBJECT -> nextOfSubject(connection, ENROLLMENTS_OF_SUBJECT, work);
      case ORDERS_OF_PHONE -> nextOfPhone(connection, ORDERS_OF_PHONE, entry, work);
      case ENROLLMENTS_OF_PHONE -> nextOfPhone(connection, ENROLLMENTS_OF_PHONE, entry, work);
    };
  }

  private static Future<List<Item>> nextOfSubject(
      SqlConnection connection, String statement, SuppressionEnforcement work) {
    Suppression entry = work.entry();
    if (entry.subjectReference() == null) {
      return Future.succeededFuture(List.of());
    }
    return items(
        connection,
        statement,
        Tuple.of(
            entry.tenantId(),
            entry.subjectReference(),
            RowMapper.time(work.after().createdAt()),
            work.after().id(),
            work.limit()));
  }

  private static Future<List<Item>> nextOfPhone(
      SqlConnection connection, String statement, Suppression entry, SuppressionEnforcement work) {
    if (entry.phone() == null) {
      return Future.succeededFuture(List.of());
    }
    return items(
        connection,
        statement,
        Tuple.of(entry.tenantId(), entry.phone().e164(), work.after().id(), work.limit()));
  }

  private static Future<List<Item>> items(
      SqlConnection connection, String statement, Tuple arguments) {
    return Statements.list(
        connection,
        statement,
        arguments,
        row ->
            new Item(
                new Position(RowMapper.instant(row, "created_at"), row.getUUID("id")),
                row.getString("subject_reference")));
  }

  /** Saves the progress up to this position and doubles the batch limit. */
  public static Future<Void> advance(
      SqlConnection connection, SuppressionEnforcement work, Position done) {
    return advance(connection, work, work.phase(), done);
  }

  /** Starts the next phase, or deletes the row after the last. */
  public static Future<Void> finishPhase(SqlConnection connection, SuppressionEnforcement work) {
    Optional<Phase> next = work.phase().next();
    return next.isPresent()
        ? advance(connection, work, next.get(), Position.START)
        : Statements.updateOne(connection, FINISH, work.entry().id());
  }

  private static Future<Void> advance(
      SqlConnection connection, SuppressionEnforcement work, Phase phase, Position done) {
    return Statements.updateOne(
        connection,
        ADVANCE,
        work.entry().id(),
        phase.wire(),
        RowMapper.time(done.createdAt()),
        done.id(),
        Math.min(BATCH, 2 * work.limit()));
  }

  /** Postpones the next batch; does nothing if the entry was deleted meanwhile. */
  public static Future<Void> postpone(
      SqlConnection connection,
      SuppressionEnforcement work,
      int limit,
      int failures,
      Duration pause) {
    return Statements.execute(
        connection, POSTPONE, Tuple.of(work.entry().id(), limit, failures, pause.toMillis()));
  }

  private static SuppressionEnforcement read(Row row) {
    return new SuppressionEnforcement(
        SuppressionStore.read(row),
        Phase.of(row.getString("phase")),
        new Position(RowMapper.instant(row, "after_created_at"), row.getUUID("after_id")),
        row.getInteger("batch_limit"),
        row.getInteger("failures"));
  }
}
