package eu.callorders.server.list;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.list.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Lists the rows of a subject in a table by their creation, in pages. */
public final class SubjectPageQuery {
  private static final String PAGE =
      """
      SELECT id, created_at
        FROM %1$s
       WHERE tenant_id = $1 AND subject_reference = $2 AND (created_at, id) %2$s ($3, $4)
       ORDER BY created_at %3$s, id %3$s
       LIMIT $5
      """;

  private final String afterStatement;
  private final String beforeStatement;

  public SubjectPageQuery(String table) {
    this.afterStatement = PAGE.formatted(table, ">", "ASC");
    this.beforeStatement = PAGE.formatted(table, "<", "DESC");
  }

  /** The next rows after a position, oldest first. */
  public Future<List<Position>> after(
      SqlConnection connection, UUID tenantId, String subjectReference, Position after, int limit) {
    return page(connection, afterStatement, tenantId, subjectReference, after, limit);
  }

  /** The next rows before a position, newest first. */
  public Future<List<Position>> before(
      SqlConnection connection,
      UUID tenantId,
      String subjectReference,
      Position before,
      int limit) {
    return page(connection, beforeStatement, tenantId, subjectReference, before, limit);
  }

  private static Future<List<Position>> page(
      SqlConnection connection,
      String statement,
      UUID tenantId,
      String subjectReference,
      Position from,
      int limit) {
    return Statements.list(
        connection,
        statement,
        Tuple.of(tenantId, subjectReference, RowMapper.time(from.at()), from.id(), limit),
        row -> new Position(RowMapper.instant(row, "created_at"), row.getUUID("id")));
  }
}
