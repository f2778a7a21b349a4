package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;

/** Asks a server whether it accepts writes, and corrects the node's clock by its time. */
public final class ServerProbe {
  private static final String ASK =
      """
      SELECT current_setting('transaction_read_only') AS read_only, clock_timestamp() AS server_time
      """;

  private final DatabaseClock clock;

  public ServerProbe(DatabaseClock clock) {
    this.clock = clock;
  }

  /** Asks on a connection of its own; fails if the server is read-only. */
  public Future<Void> ask(Vertx vertx, PgConnectOptions options) {
    return PgConnection.connect(vertx, options)
        .compose(connection -> ask(connection).eventually(connection::close));
  }

  /** Fails if the server is read-only. */
  Future<Void> ask(SqlClient client) {
    long asked = clock.nanoTime();
    return client
        .query(ASK)
        .execute()
        .map(
            rows -> {
              Row row = rows.iterator().next();
              if (row.getString("read_only").equals("on")) {
                throw new VertxException("the server is read-only", true);
              }
              clock.correct(asked, row.getOffsetDateTime("server_time").toInstant());
              return null;
            });
  }
}
