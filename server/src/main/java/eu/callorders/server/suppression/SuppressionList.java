package eu.callorders.server.suppression;

import eu.callorders.server.database.Rows;
import eu.callorders.server.http.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the entries of a listing, newest first, each filter by an index of its own. */
public final class SuppressionList {
  private static final String SELECT =
      """
      SELECT id, tenant_id, phone, subject_reference, source, reason, call_id, created_at
        FROM suppression
       WHERE tenant_id = $1
         AND (created_at, id) < ($2, $3)
      """;

  private static final String ORDER =
      """
       ORDER BY created_at DESC, id DESC
       LIMIT $4
      """;

  static final String ALL = SELECT + ORDER;

  static final String OF_SOURCE = SELECT + "   AND source = $5\n" + ORDER;

  static final String OF_PHONE =
      SELECT
          + """
             AND phone = $5
             AND ($6::text IS NULL OR subject_reference = $6)
             AND ($7::text IS NULL OR source = $7)
          """
          + ORDER;

  static final String OF_SUBJECT =
      SELECT
          + """
             AND subject_reference = $5
             AND ($6::text IS NULL OR source = $6)
          """
          + ORDER;

  private static final Position BEGINNING =
      new Position(Instant.parse("9999-12-31T00:00:00Z"), new UUID(-1, -1));

  private SuppressionList() {}

  /** What to leave out; null: nothing. */
  public record Filter(
      @Nullable String phone, @Nullable String subjectReference, @Nullable String source) {}

  /** The next entries after a position; null: from the newest on. */
  public static Future<List<Suppression>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int most) {
    Position start = after == null ? BEGINNING : after;
    Tuple arguments = Tuple.of(tenantId, Rows.time(start.at()), start.id(), most);
    return connection
        .preparedQuery(statement(filter, arguments))
        .execute(arguments)
        .map(rows -> rows.stream().map(SuppressionStore::read).toList());
  }

  /** The statement for a filter; adds its last arguments. */
  private static String statement(Filter filter, Tuple arguments) {
    if (filter.phone() != null) {
      arguments.addValue(filter.phone());
      arguments.addValue(filter.subjectReference()).addValue(filter.source());
      return OF_PHONE;
    }
    if (filter.subjectReference() != null) {
      arguments.addValue(filter.subjectReference()).addValue(filter.source());
      return OF_SUBJECT;
    }
    if (filter.source() != null) {
      arguments.addValue(filter.source());
      return OF_SOURCE;
    }
    return ALL;
  }
}
