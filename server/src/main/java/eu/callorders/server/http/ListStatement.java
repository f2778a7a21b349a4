package eu.callorders.server.http;

import eu.callorders.server.database.Rows;
import eu.callorders.server.http.Cursors.Position;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The SQL of a list, newest first. It looks at 2,000 rows at most, whether they match or not, so
 * that a filter that matches rarely costs no more than any other.
 */
public final class ListStatement {
  private ListStatement() {}

  /**
   * A statement with the parameters {@code $1} tenant, {@code $2} and {@code $3} instant and id of
   * the row behind which the page begins, {@code $4} how many matching rows it has at most.
   *
   * @param columns among them {@code id} and {@code created_at}
   * @param table or a subquery with an alias; rows have {@code tenant_id}
   * @param range conditions that an index serves, each with {@code AND} in front
   * @param matches the condition that decides which of the rows looked at match
   */
  public static String of(String columns, String table, String range, String matches) {
    return """
    SELECT %s, matches, place = 2000 AS cut
      FROM (SELECT *, (%s) IS TRUE AS matches,
                   row_number() OVER (ORDER BY created_at DESC, id DESC) AS place
              FROM %s
             WHERE tenant_id = $1
               AND (created_at, id) < ($2, $3)
               %s
             ORDER BY created_at DESC, id DESC
             LIMIT 2000) AS visited
     WHERE matches OR place = 2000
     ORDER BY created_at DESC, id DESC
     LIMIT $4
    """
        .formatted(columns, matches, table, range);
  }

  /** What a statement found. */
  public static <T> ListRows<T> read(RowSet<Row> rows, Function<Row, T> read) {
    List<T> found = new ArrayList<>();
    Position cut = null;
    for (Row row : rows) {
      if (row.getBoolean("matches")) {
        found.add(read.apply(row));
      }
      if (row.getBoolean("cut")) {
        cut = new Position(Rows.instant(row, "created_at"), row.getUUID("id"));
      }
    }
    return new ListRows<>(found, cut);
  }
}
