package eu.callorders.server.dial;

import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tells faults that pass, such as a database that is away, from those that come again. */
final class Transient {
  private Transient() {}

  /** Whether the same work may well succeed when it is done once more, a little later. */
  static boolean is(Throwable fault) {
    for (@Nullable Throwable each = fault; each != null; each = each.getCause()) {
      if (each instanceof PgException database) {
        return passes(database.getSqlState());
      }
      // Vert.x says so when a pool or a connection is closed.
      if (each instanceof IOException
          || each instanceof TimeoutException
          || each instanceof VertxException) {
        return true;
      }
    }
    return false;
  }

  /**
   * By PostgreSQL's classes: connection (08), transaction state (25), rollback (40), resources
   * (53), object not ready (55), operator intervention (57), input and output (58).
   */
  private static boolean passes(@Nullable String sqlState) {
    return sqlState != null && sqlState.matches("(08|25|40|53|55|57|58).*");
  }
}
