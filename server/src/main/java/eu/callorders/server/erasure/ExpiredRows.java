package eu.callorders.server.erasure;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.legalhold.LegalHoldStore;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Rows of one table past their retention, one batch per transaction; failing rows are parked. */
final class ExpiredRows {
  private final String statement;
  private final int limit;
  private final RowRedactor redactor;
  private final BatchWorker batches;

  /** Rows of the last batch by id. */
  private final Map<UUID, Row> foundRows = new HashMap<>();

  /** Redacts rows of one tenant in the transaction; returns how many. */
  interface RowRedactor {
    int redact(SqlConnection connection, UUID tenantId, List<UUID> ids);
  }

  /**
   * @param kind of row, in the singular
   * @param statement returns {@code id}, {@code tenant_id} and {@code subject_reference} of at most
   *     {@code $1} rows, except ids in {@code $2}
   */
  ExpiredRows(Database database, String kind, String statement, int limit, RowRedactor redactor) {
    this.statement = statement;
    this.limit = limit;
    this.redactor = redactor;
    this.batches =
        new BatchWorker(
            database, kind, (connection, id) -> !lock(connection, List.of(row(id))).isEmpty());
  }

  /**
   * Redacts one batch. Blocks a virtual thread.
   *
   * @return the tenants of each transaction that redacted rows; empty if no rows are due, all are
   *     locked, or all failed
   */
  List<Set<UUID>> runOnce() {
    return batches.run(this::find, this::redact).stream()
        .filter(tenants -> !tenants.isEmpty())
        .toList();
  }

  private List<UUID> find(SqlConnection connection, UUID[] excluded) {
    List<Row> due =
        BoundedWait.await(
                connection.preparedQuery(statement).execute(Tuple.of(limit, (Object) excluded)))
            .stream()
            .toList();
    foundRows.clear();
    due.forEach(row -> foundRows.put(row.getUUID("id"), row));
    return lock(connection, due);
  }

  private Set<UUID> redact(SqlConnection connection, List<UUID> ids) {
    Map<UUID, List<UUID>> byTenant =
        ids.stream().collect(Collectors.groupingBy(id -> row(id).getUUID("tenant_id")));
    Set<UUID> redacted = new HashSet<>();
    byTenant.forEach(
        (tenantId, idsOfTenant) -> {
          if (redactor.redact(connection, tenantId, idsOfTenant) > 0) {
            redacted.add(tenantId);
          }
        });
    return redacted;
  }

  private Row row(UUID id) {
    return Objects.requireNonNull(foundRows.get(id));
  }

  /** The rows whose subjects no other transaction has locked, and no legal hold is on. */
  private static List<UUID> lock(SqlConnection connection, List<Row> due) {
    if (due.isEmpty()) {
      return List.of();
    }
    Set<String> requestedLocks =
        due.stream().map(ExpiredRows::subjectLock).collect(Collectors.toSet());
    Set<String> acquiredLocks = BoundedWait.await(Locks.tryAcquire(connection, requestedLocks));
    Set<TenantSubject> held =
        BoundedWait.await(
            LegalHoldStore.held(
                connection, due.stream().map(ExpiredRows::subject).collect(Collectors.toSet())));
    return due.stream()
        .filter(row -> acquiredLocks.contains(subjectLock(row)) && !held.contains(subject(row)))
        .map(row -> row.getUUID("id"))
        .toList();
  }

  private static TenantSubject subject(Row row) {
    return new TenantSubject(row.getUUID("tenant_id"), row.getString("subject_reference"));
  }

  private static String subjectLock(Row row) {
    return Locks.subject(row.getUUID("tenant_id"), row.getString("subject_reference"));
  }
}
