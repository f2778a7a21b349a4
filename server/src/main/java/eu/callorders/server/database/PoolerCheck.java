package eu.callorders.server.database;

import eu.callorders.db.UnusableDatabaseException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * Detects a pooler in transaction mode: it runs the statements of one client on the sessions of
 * several server processes, so that settings reach other clients or are lost.
 */
public final class PoolerCheck {
  /** A pooler with several idle processes may give another one to each client by chance. */
  private static final int ROUNDS = 5;

  private static final String LOOK =
      "SELECT current_setting('app.probe', true) AS probe, pg_backend_pid() AS pid";

  private final PgConnection first;
  private final PgConnection second;
  private final String mark = UUID.randomUUID().toString();

  private PoolerCheck(PgConnection first, PgConnection second) {
    this.first = first;
    this.second = second;
  }

  /** Fails with {@link UnusableDatabaseException} if sessions are mixed. */
  public static Future<Void> run(Vertx vertx, PrimaryServer server) {
    return server
        .connect(vertx)
        .compose(
            first ->
                server
                    .connect(vertx)
                    .compose(
                        second ->
                            new PoolerCheck(first, second).run(ROUNDS).eventually(second::close))
                    .eventually(first::close));
  }

  /** Both connections stay open, so in session mode they are two processes. */
  private Future<Void> run(int rounds) {
    return first
        .query(
            "SELECT set_config('app.probe', '%s', false) AS probe, pg_backend_pid() AS pid"
                .formatted(mark))
        .execute()
        .compose(
            marked ->
                second
                    .query(LOOK)
                    .execute()
                    .compose(
                        seen -> decide(rounds, marked.iterator().next(), seen.iterator().next())));
  }

  private Future<Void> decide(int rounds, Row marked, Row seen) {
    int pid = marked.getInteger("pid");
    if (pid == seen.getInteger("pid") || mark.equals(seen.getString("probe"))) {
      return Future.failedFuture(
          new UnusableDatabaseException(
              "CALLORDERS_DATABASE_URL leads to a pooler in transaction mode, which mixes the"
                  + " settings of sessions: set pool_mode = session, or name PostgreSQL itself."));
    }
    boolean hasPooler = first.processId() != pid;
    return hasPooler && rounds > 1 ? run(rounds - 1) : Future.succeededFuture();
  }
}
