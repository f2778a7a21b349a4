package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Executes statements; reads their rows or checks how many they change. */
public final class Statements {
  private Statements() {}

  public static Future<Void> execute(SqlClient client, String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters).mapEmpty();
  }

  /** Returns the number of changed rows. */
  public static Future<Integer> update(SqlClient client, String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters).map(SqlResult::rowCount);
  }

  /** Executes a statement that changes exactly one row. */
  public static Future<Void> updateOne(
      SqlClient client, String sql, @Nullable Object... parameters) {
    return updateOne(client, sql, Tuple.from(parameters));
  }

  public static Future<Void> updateOne(SqlClient client, String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters).map(result -> requireRowCount(result, 1));
  }

  /** Throws when a statement changed an unexpected number of rows: a silent miss is a bug. */
  @SuppressWarnings("NullAway") // a Future<Void> carries null
  public static Void requireRowCount(SqlResult<?> result, int expected) {
    if (result.rowCount() != expected) {
      throw new IllegalStateException(
          "changed " + result.rowCount() + " rows instead of " + expected);
    }
    return null;
  }

  /** Reads all rows. */
  public static <T> Future<List<T>> list(
      SqlClient client, String sql, Tuple parameters, Function<Row, T> read) {
    return client.preparedQuery(sql).execute(parameters).map(RowMapper.toList(read));
  }

  /** Reads the first row; empty without rows. */
  public static <T> Future<Optional<T>> first(
      SqlClient client, String sql, Tuple parameters, Function<Row, T> read) {
    return client.preparedQuery(sql).execute(parameters).map(RowMapper.first(read));
  }

  /** Reads the row of a statement that always has one. */
  public static <T> Future<T> one(
      SqlClient client, String sql, Tuple parameters, Function<Row, T> read) {
    return client
        .preparedQuery(sql)
        .execute(parameters)
        .map(rows -> read.apply(rows.iterator().next()));
  }
}
