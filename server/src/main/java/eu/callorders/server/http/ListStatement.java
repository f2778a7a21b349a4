package eu.callorders.server.http;

import eu.callorders.server.database.RowMapper;
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
    return Tuple.of(tenantId, RowMapper.time(start.at()), start.id(), most);
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
    return ordered(
        columns,
        table,
        "tenant_id = $1 AND (created_at, id) < ($2, $3) " + range,
        matches,
        "created_at DESC, id DESC",
        "$4");
  }

  /**
   * A statement of a list that has an order of its own.
   *
   * @param columns among them those that tell the position of a row
   * @param range conditions that an index serves: which rows lie behind the position
   * @param matches the condition that decides which of the rows looked at match
   * @param order newest first, by an index
   * @param limit the parameter that says how many matching rows
   */
  public static String ordered(
      String columns, String table, String range, String matches, String order, String limit) {
    return """
    SELECT %1$s, matches, row_index = 2000 AS cut
      FROM (SELECT *, (%2$s) IS TRUE AS matches,
                   row_number() OVER (ORDER BY %3$s) AS row_index
              FROM %4$s
             WHERE %5$s
             ORDER BY %3$s
             LIMIT 2000) AS visited
     WHERE matches OR row_index = 2000
     ORDER BY %3$s
     LIMIT %6$s
    """
        .formatted(columns, matches, order, table, range, limit);
  }

  /** Where the rows are that a statement found. */
  public static ListRows<Position> positions(RowSet<Row> rows) {
    return read(rows, ListStatement::position);
  }

  /** What a statement found. */
  public static <T> ListRows<T> read(RowSet<Row> rows, Function<Row, T> read) {
    return read(rows, read, ListStatement::position);
  }

  /**
   * What a statement with an order of its own found.
   *
   * @param position where a row is in the list
   */
  public static <T> ListRows<T> read(
      RowSet<Row> rows, Function<Row, T> read, Function<Row, Position> position) {
    List<T> found = new ArrayList<>();
    Position cut = null;
    for (Row row : rows) {
      if (row.getBoolean("matches")) {
        found.add(read.apply(row));
      }
      if (row.getBoolean("cut")) {
        cut = position.apply(row);
      }
    }
    return new ListRows<>(found, cut);
  }

  private static Position position(Row row) {
    return new Position(RowMapper.instant(row, "created_at"), row.getUUID("id"));
  }
}
