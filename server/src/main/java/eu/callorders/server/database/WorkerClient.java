package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Query;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collector;

/**
 * Runs each statement as its own transaction that sees every row, within the limits of {@link
 * Database}.
 */
final class WorkerClient implements SqlClient {
  private final Database database;

  WorkerClient(Database database) {
    this.database = database;
  }

  @Override
  public Query<RowSet<Row>> query(String sql) {
    return new BoundedQuery<>(
        connection -> {
          throw new UnsupportedOperationException("a query has no arguments");
        },
        connection -> connection.query(sql));
  }

  @Override
  public PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
    return prepared(connection -> connection.preparedQuery(sql));
  }

  @Override
  public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
    return prepared(connection -> connection.preparedQuery(sql, options));
  }

  private PreparedQuery<RowSet<Row>> prepared(
      Function<SqlConnection, PreparedQuery<RowSet<Row>>> on) {
    return new BoundedQuery<>(on, on::apply);
  }

  /** No effect: the pools belong to {@link Database}. */
  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }

  /** A statement that acquires its connection when executed. */
  private final class BoundedQuery<R> implements PreparedQuery<R> {
    private final Function<SqlConnection, PreparedQuery<R>> prepared;
    private final Function<SqlConnection, Query<R>> plain;

    BoundedQuery(
        Function<SqlConnection, PreparedQuery<R>> prepared,
        Function<SqlConnection, Query<R>> plain) {
      this.prepared = prepared;
      this.plain = plain;
    }

    @Override
    public Future<R> execute() {
      return database.withConnection(connection -> plain.apply(connection).execute());
    }

    @Override
    public Future<R> execute(Tuple arguments) {
      return database.withConnection(connection -> prepared.apply(connection).execute(arguments));
    }

    @Override
    public Future<R> executeBatch(List<Tuple> batch) {
      return database.withConnection(connection -> prepared.apply(connection).executeBatch(batch));
    }

    @Override
    public <C> PreparedQuery<SqlResult<C>> collecting(Collector<Row, ?, C> collector) {
      return new BoundedQuery<>(
          connection -> prepared.apply(connection).collecting(collector),
          connection -> plain.apply(connection).collecting(collector));
    }

    @Override
    public <U> PreparedQuery<RowSet<U>> mapping(Function<Row, U> mapper) {
      return new BoundedQuery<>(
          connection -> prepared.apply(connection).mapping(mapper),
          connection -> plain.apply(connection).mapping(mapper));
    }
  }
}
