package eu.callorders.server.http;

import eu.callorders.server.database.Rows;
import eu.callorders.server.http.Cursors.Position;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of a list, newest first. It looks at 2,000 rows at most, whether they match or not, so
 * that a filter that matches rarely costs no more than any other.
 */
public final class ListStatement {
  private static final Position NEWEST =
      new Position(Instant.parse("9999-12-31T00:00:00Z"), new UUID(-1, -1));

  private ListStatement() {}

  /**
   * The first parameters.
   *
   * @param after the row behind which the page begins; null: at the newest
   * @param createdBefore what is as new or newer is left out; null: nothing
   * @param most how many matching rows
   */
  public static Tuple parameters(
      UUID tenantId, @Nullable Position after, @Nullable Instant createdBefore, int most) {
    Position start = after == null ? NEWEST : after;
    if (createdBefore != null && !createdBefore.isAfter(start.at())) {
      start = new Position(createdBefore, new UUID(0, 0));
    }
    return Tuple.of(tenantId, Rows.time(start.at()), start.id(), most);
  }

  /**
   * A statement whose first four parameters are those of {@link #parameters}.
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

  /** Where the rows are that a statement found. */
  public static ListRows<Position> positions(RowSet<Row> rows) {
    return read(rows, ListStatement::position);
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
        cut = position(row);
      }
    }
    return new ListRows<>(found, cut);
  }

  private static Position position(Row row) {
    return new Position(Rows.instant(row, "created_at"), row.getUUID("id"));
  }
}
