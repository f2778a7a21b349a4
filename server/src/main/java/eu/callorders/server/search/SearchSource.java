package eu.callorders.server.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.core.id.IdRange;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.list.ListStatement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The orders and enrollments that the index is made from. */
final class SearchSource {
  private static final String LOAD_ORDERS =
      """
      SELECT o.id, o.tenant_id, o.subject_reference, o.client_reference, o.status, o.created_at,
             (b.document -> 'subject')::text AS subject, (b.document -> 'contacts')::text AS contacts
        FROM unnest($1::uuid[]) AS requested (id)
        JOIN call_order o ON o.id = requested.id
        JOIN call_order_body b ON b.order_id = o.id
      """;

  private static final String LOAD_ENROLLMENTS =
      """
      SELECT e.id, e.tenant_id, e.subject_reference, NULL AS client_reference, e.status,
             e.created_at, (b.subject_data -> 'subject')::text AS subject,
             (b.subject_data -> 'contacts')::text AS contacts
        FROM unnest($1::uuid[]) AS requested (id)
        JOIN enrollment e ON e.id = requested.id
        JOIN enrollment_body b ON b.enrollment_id = e.id
      """;

  private static final String UNINDEXED_TEMPLATE =
      """
      SELECT r.id, r.tenant_id, r.subject_reference
        FROM {table} r
       WHERE r.id > $1
         AND r.id <= $2
         AND r.redacted_at IS NULL
         AND r.id <> ALL ($3::uuid[])
         AND NOT EXISTS (SELECT FROM search_text t WHERE t.id = r.id)
       ORDER BY r.id
       LIMIT $4
      """;

  static final String UNINDEXED_ORDERS = UNINDEXED_TEMPLATE.replace("{table}", "call_order");
  static final String UNINDEXED_ENROLLMENTS = UNINDEXED_TEMPLATE.replace("{table}", "enrollment");

  private static final String ORDERS_IN_RANGE = inRange("call_order");
  private static final String ENROLLMENTS_IN_RANGE = inRange("enrollment");

  private SearchSource() {}

  private static String inRange(String table) {
    return ListStatement.ordered(
        "id, created_at",
        table,
        "id >= $1 AND id <= $2",
        "$3::uuid IS NULL OR tenant_id = $3",
        "id DESC",
        "$4");
  }

  /**
   * Rows that are not in the index, by their ids; redacted ones are left out.
   *
   * @param after exclusive
   * @param until inclusive
   * @return {@code id}, {@code tenant_id} and {@code subject_reference}
   */
  static Future<List<Row>> unindexed(
      SqlConnection connection,
      SearchKind kind,
      UUID after,
      UUID until,
      UUID[] excluded,
      int limit) {
    String statement =
        switch (kind) {
          case ORDER -> UNINDEXED_ORDERS;
          case ENROLLMENT -> UNINDEXED_ENROLLMENTS;
        };
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of(after, until, excluded, limit))
        .map(rows -> rows.stream().toList());
  }

  /** The rows with identifiers in a range, newest first; of all tenants without a tenant's id. */
  static Future<ListRows<Position>> inRange(
      SqlConnection connection,
      SearchKind kind,
      IdRange range,
      @Nullable UUID tenantId,
      int limit) {
    String statement =
        switch (kind) {
          case ORDER -> ORDERS_IN_RANGE;
          case ENROLLMENT -> ENROLLMENTS_IN_RANGE;
        };
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of(range.first(), range.last(), tenantId, limit))
        .map(ListStatement::positions);
  }

  /** These orders or enrollments; unknown ids are skipped. */
  static Future<List<SearchHit>> load(
      SqlConnection connection, SearchKind kind, Collection<UUID> ids) {
    if (ids.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    String statement =
        switch (kind) {
          case ORDER -> LOAD_ORDERS;
          case ENROLLMENT -> LOAD_ENROLLMENTS;
        };
    return Statements.list(
        connection, statement, Tuple.of((Object) ids.toArray(UUID[]::new)), row -> hit(kind, row));
  }

  private static SearchHit hit(SearchKind kind, Row row) {
    return new SearchHit(
        SearchText.of(
            kind,
            row.getUUID("id"),
            row.getUUID("tenant_id"),
            row.getString("subject_reference"),
            row.getString("client_reference"),
            json(row.getString("subject")),
            json(row.getString("contacts"))),
        row.getString("status"),
        RowMapper.instant(row, "created_at"));
  }

  private static JsonNode json(@Nullable String stored) {
    return stored == null ? MissingNode.getInstance() : Json.parse(stored);
  }
}
