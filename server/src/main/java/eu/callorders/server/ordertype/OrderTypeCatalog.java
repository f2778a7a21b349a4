package eu.callorders.server.ordertype;

import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Locks;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.event.EventStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Loads and changes a tenant's order types, each change with its event. */
public final class OrderTypeCatalog {
  private static final String FIND =
      """
      SELECT t.key, t.title, t.description, t.status, t.version, t.revision, t.created_at,
             t.updated_at, v.agent::text, v.defaults::text
        FROM order_type t
        JOIN order_type_version v USING (tenant_id, key, version)
       WHERE t.tenant_id = $1 AND t.key = $2
      """;

  private static final String LIST =
      """
      SELECT t.key, t.title, t.description, t.status, t.version, t.revision, t.created_at,
             t.updated_at, v.agent::text, v.defaults::text
        FROM order_type t
        JOIN order_type_version v USING (tenant_id, key, version)
       WHERE t.tenant_id = $1
         AND (t.created_at, t.key) < ($2, $3)
         AND ($4::text IS NULL OR t.status = $4)
       ORDER BY t.created_at DESC, t.key DESC
       LIMIT $5
      """;

  private static final String VERSIONS =
      """
      SELECT t.key, t.status, v.version, v.agent::text, v.defaults::text
        FROM order_type_version v
        JOIN order_type t USING (tenant_id, key)
       WHERE v.tenant_id = $1 AND v.key = $2 AND v.version < $3
       ORDER BY v.version DESC
       LIMIT $4
      """;

  private static final String UPDATE =
      """
      UPDATE order_type
         SET title = $3, description = $4, status = $5, version = $6, revision = $7,
             updated_at = $8
       WHERE tenant_id = $1 AND key = $2 AND revision = $7 - 1
      """;

  private static final String INSERT_VERSION =
      """
      INSERT INTO order_type_version (tenant_id, key, version, agent, defaults)
      VALUES ($1, $2, $3, $4::text::json, $5::text::json)
      """;

  private final EventStore events;

  public OrderTypeCatalog(EventStore events) {
    this.events = events;
  }

  /** List position: after this row. */
  record Position(Instant createdAt, String key) {
    static final Position BEGINNING = new Position(Instant.parse("9999-12-31T00:00:00Z"), "");
  }

  Future<Optional<OrderTypeDetails>> find(SqlConnection connection, UUID tenantId, String key) {
    return Statements.first(connection, FIND, Tuple.of(tenantId, key), OrderTypeCatalog::read);
  }

  /** The type, if it exists, with its key locked until the transaction ends. */
  Future<Optional<OrderTypeDetails>> findLocked(
      SqlConnection connection, UUID tenantId, String key) {
    return Locks.acquire(connection, Set.of(Locks.orderType(tenantId, key)))
        .compose(locked -> find(connection, tenantId, key));
  }

  /** Like {@link #findLocked}; fails with {@code not_found} if it does not exist. */
  Future<OrderTypeDetails> requireLocked(SqlConnection connection, UUID tenantId, String key) {
    return findLocked(connection, tenantId, key)
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  /** The next types after a position, newest first. */
  Future<List<OrderTypeDetails>> list(
      SqlConnection connection, UUID tenantId, @Nullable String status, Position after, int limit) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(tenantId, RowMapper.time(after.createdAt()), after.key(), status, limit))
        .map(RowMapper.toList(OrderTypeCatalog::read));
  }

  /** The next versions of a type before that one, newest first; none if it does not exist. */
  Future<List<OrderType>> listVersions(
      SqlConnection connection, UUID tenantId, String key, int before, int limit) {
    return connection
        .preparedQuery(VERSIONS)
        .execute(Tuple.of(tenantId, key, before, limit))
        .map(RowMapper.toList(OrderTypeStore::read));
  }

  /** Inserts a type. The caller has locked its key. */
  Future<OrderTypeDetails> insert(
      SqlConnection connection, UUID tenantId, OrderTypeDetails created) {
    return OrderTypeStore.insert(connection, tenantId, created)
        .compose(done -> appendEvent(connection, tenantId, EventType.ORDER_TYPE_CREATED, created))
        .map(created);
  }

  /** Saves the changes of a locked type; writes nothing when the revision stays. */
  Future<OrderTypeDetails> update(
      SqlConnection connection,
      UUID tenantId,
      OrderTypeDetails before,
      OrderTypeDetails after,
      EventType type) {
    if (after.revision() == before.revision()) {
      return Future.succeededFuture(before);
    }
    return Statements.updateOne(
            connection,
            UPDATE,
            Tuple.of(tenantId, after.type().key(), after.title(), after.description())
                .addValue(after.type().status())
                .addValue(after.type().version())
                .addValue(after.revision())
                .addValue(RowMapper.time(after.updatedAt())))
        .compose(done -> insertVersion(connection, tenantId, before.type(), after.type()))
        .compose(done -> appendEvent(connection, tenantId, type, after))
        .map(after);
  }

  private static Future<Void> insertVersion(
      SqlConnection connection, UUID tenantId, OrderType before, OrderType after) {
    if (after.version() == before.version()) {
      return Future.succeededFuture();
    }
    return Statements.updateOne(
        connection,
        INSERT_VERSION,
        tenantId,
        after.key(),
        after.version(),
        after.agent().toString(),
        after.defaults().toString());
  }

  private Future<Void> appendEvent(
      SqlConnection connection, UUID tenantId, EventType type, OrderTypeDetails resource) {
    return events.append(connection, List.of(OrderTypeView.event(tenantId, type, resource)));
  }

  private static OrderTypeDetails read(Row row) {
    return new OrderTypeDetails(
        OrderTypeStore.read(row),
        row.getString("title"),
        row.getString("description"),
        row.getInteger("revision"),
        RowMapper.instant(row, "created_at"),
        RowMapper.instant(row, "updated_at"));
  }
}
