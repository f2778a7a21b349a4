package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A statement over many items. Its parameters are arrays for the columns of an {@code unnest}, in
 * the order of the calls, each with one element per item.
 */
public final class BatchStatement<A> {
  private final String sql;
  private final Collection<A> items;
  private final Tuple parameters = Tuple.tuple();

  private BatchStatement(String sql, Collection<A> items) {
    this.sql = sql;
    this.items = items;
  }

  public static <A> BatchStatement<A> of(String sql, Collection<A> items) {
    return new BatchStatement<>(sql, items);
  }

  /** A single parameter, which is the same for all items. */
  public BatchStatement<A> value(@Nullable Object value) {
    parameters.addValue(value);
    return this;
  }

  public BatchStatement<A> uuids(Function<A, @Nullable UUID> member) {
    return array(new UUID[items.size()], member);
  }

  public BatchStatement<A> strings(Function<A, @Nullable String> member) {
    return array(new String[items.size()], member);
  }

  public BatchStatement<A> buffers(Function<A, @Nullable Buffer> member) {
    return array(new Buffer[items.size()], member);
  }

  public BatchStatement<A> booleans(Function<A, @Nullable Boolean> member) {
    return array(new Boolean[items.size()], member);
  }

  public BatchStatement<A> shorts(Function<A, @Nullable Short> member) {
    return array(new Short[items.size()], member);
  }

  public BatchStatement<A> ints(Function<A, @Nullable Integer> member) {
    return array(new Integer[items.size()], member);
  }

  public BatchStatement<A> longs(Function<A, @Nullable Long> member) {
    return array(new Long[items.size()], member);
  }

  public BatchStatement<A> dates(Function<A, @Nullable LocalDate> member) {
    return array(new LocalDate[items.size()], member);
  }

  public BatchStatement<A> times(Function<A, @Nullable Instant> member) {
    return array(new OffsetDateTime[items.size()], item -> RowMapper.time(member.apply(item)));
  }

  private <T> BatchStatement<A> array(@Nullable T[] array, Function<A, @Nullable T> member) {
    int index = 0;
    for (A item : items) {
      array[index++] = member.apply(item);
    }
    parameters.addValue(array);
    return this;
  }

  public Future<RowSet<Row>> execute(SqlConnection connection) {
    return connection.preparedQuery(sql).execute(parameters);
  }

  /** Changes exactly one row per item; does nothing without items. */
  public Future<Void> update(SqlConnection connection) {
    return items.isEmpty()
        ? Future.succeededFuture()
        : execute(connection).map(result -> Statements.requireRowCount(result, items.size()));
  }
}
