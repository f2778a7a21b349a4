package eu.callorders.server.list;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.list.Cursors.Position;
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
 * The SQL of a list, newest first. It visits 2,000 rows at most, matching or not, so that a rare
 * match does not cost more than others.
 */
public final class ListStatement {
  private static final Position NEWEST =
      new Position(Instant.parse("9999-12-31T00:00:00Z"), new UUID(-1, -1));

  private ListStatement() {}

  /**
   * The first parameters.
   *
   * @param after the last row of the previous page; null for the first page
   * @param createdBefore exclusive upper bound; null for none
   * @param limit number of matching rows
   */
  public static Tuple parameters(
      UUID tenantId, @Nullable Position after, @Nullable Instant createdBefore, int limit) {
    Position start = after == null ? NEWEST : after;
    if (createdBefore != null && !createdBefore.isAfter(start.at())) {
      start = new Position(createdBefore, new UUID(0, 0));
    }
    return Tuple.of(tenantId, RowMapper.time(start.at()), start.id(), limit);
  }

  /**
   * A statement whose first four parameters are those of {@link #parameters}.
   *
   * @param columns include {@code id} and {@code created_at}
   * @param table or a subquery with an alias; rows have {@code tenant_id}
   * @param range indexed conditions, each with {@code AND} in front
   * @param matches the condition of the rows to show
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
   * A statement of a list with its own order.
   *
   * @param columns include those of a row's position
   * @param range indexed conditions that select the rows after the position
   * @param matches the condition of the rows to show
   * @param order newest first, by an index
   * @param limit the parameter with the number of matching rows
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

  public static ListRows<Position> positions(RowSet<Row> rows) {
    return read(rows, ListStatement::position);
  }

  public static <T> ListRows<T> read(RowSet<Row> rows, Function<Row, T> mapper) {
    return read(rows, mapper, ListStatement::position);
  }

  /**
   * The rows of a statement with its own order.
   *
   * @param position the position of a row in the list
   */
  public static <T> ListRows<T> read(
      RowSet<Row> rows, Function<Row, T> mapper, Function<Row, Position> position) {
    List<T> found = new ArrayList<>();
    List<Position> positions = new ArrayList<>();
    Position cut = null;
    for (Row row : rows) {
      if (row.getBoolean("matches")) {
        found.add(mapper.apply(row));
        positions.add(position.apply(row));
      }
      if (row.getBoolean("cut")) {
        cut = position.apply(row);
      }
    }
    return new ListRows<>(found, positions, cut);
  }

  private static Position position(Row row) {
    return new Position(RowMapper.instant(row, "created_at"), row.getUUID("id"));
  }
}
