package eu.callorders.server.deletion;

import eu.callorders.server.database.Locks;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows have an identifier, and the rows of other tables that belong to them.
 *
 * @param id the column of the identifier
 * @param order that of an index by tenant, so that no plan reads the rows of other tenants
 * @param subject the column whose subjects are locked first; null when no loop changes the rows
 * @param dependents columns of the identifier in other tables, by table
 * @param cleanup deletes what depends on the rows in another way
 */
record IdentifiedTable(
    String name,
    String id,
    String order,
    @Nullable String subject,
    Map<String, String> dependents,
    Cleanup cleanup)
    implements TenantTable {
  /** Bounded by the locks of a transaction. */
  static final int BATCH = 200;

  private static final String SELECT =
      "SELECT {columns} FROM {table} WHERE tenant_id = $1 ORDER BY {order} LIMIT $2";

  /** Comparing the tenant as text forces the index by id. */
  private static final String DELETE =
      "DELETE FROM {table} WHERE tenant_id::text = $1::uuid::text AND {id} = ANY ($2)";

  /** Deletes what depends on rows of a tenant; runs before they are deleted. */
  interface Cleanup {
    Future<?> delete(SqlConnection connection, UUID tenantId, List<UUID> ids);
  }

  static IdentifiedTable of(String name, String id, String order) {
    return new IdentifiedTable(
        name, id, order, null, Map.of(), (connection, tenant, ids) -> Future.succeededFuture());
  }

  /** With a table whose rows belong to those of this one. */
  IdentifiedTable with(String table, String column) {
    Map<String, String> all = new LinkedHashMap<>(dependents);
    all.put(table, column);
    return new IdentifiedTable(name, id, order, subject, all, cleanup);
  }

  /** With the locks of the subjects: loops that change the rows hold these. */
  IdentifiedTable lockingSubjects() {
    return new IdentifiedTable(name, id, order, "subject_reference", dependents, cleanup);
  }

  IdentifiedTable with(Cleanup further) {
    return new IdentifiedTable(name, id, order, subject, dependents, further);
  }

  @Override
  public Set<String> tables() {
    Set<String> all = new HashSet<>(dependents.keySet());
    all.add(name);
    return all;
  }

  @Override
  public Future<Optional<UUID>> deleteBatch(SqlConnection connection, UUID tenantId, UUID after) {
    String columns = subject == null ? id : id + ", " + subject;
    String select =
        SELECT.replace("{columns}", columns).replace("{table}", name).replace("{order}", order);
    return Statements.list(connection, select, Tuple.of(tenantId, BATCH), row -> row)
        .compose(
            rows ->
                rows.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : delete(connection, tenantId, rows).map(Optional.of(START)));
  }

  private Future<?> delete(SqlConnection connection, UUID tenantId, List<Row> rows) {
    List<UUID> ids = rows.stream().map(row -> row.getUUID(id)).toList();
    Future<?> done =
        lock(connection, tenantId, rows)
            .compose(locked -> cleanup.delete(connection, tenantId, ids));
    for (Map.Entry<String, String> dependent : dependents.entrySet()) {
      done =
          done.compose(
              before ->
                  delete(connection, tenantId, ids, dependent.getKey(), dependent.getValue()));
    }
    return done.compose(before -> delete(connection, tenantId, ids, name, id));
  }

  private Future<Void> lock(SqlConnection connection, UUID tenantId, List<Row> rows) {
    String column = subject;
    if (column == null) {
      return Future.succeededFuture();
    }
    Set<String> locks =
        rows.stream()
            .map(row -> Locks.subject(tenantId, row.getString(column)))
            .collect(Collectors.toSet());
    return Locks.acquire(connection, locks);
  }

  private static Future<?> delete(
      SqlConnection connection, UUID tenantId, List<UUID> ids, String table, String column) {
    return connection
        .preparedQuery(DELETE.replace("{table}", table).replace("{id}", column))
        .execute(RowMapper.tenantAndIds(tenantId, ids));
  }
}
