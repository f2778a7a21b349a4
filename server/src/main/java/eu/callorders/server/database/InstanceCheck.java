package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Compares the connected PostgreSQL server with the one of the newest era. */
public interface InstanceCheck {
  /** Whether the connection leads to the server instance of the newest era. */
  Future<Boolean> isCurrent(SqlClient connection);

  /** Begins a new era for this instance, unless another node has done so. */
  Future<Void> settle();

  /**
   * Registers a callback that runs when an era is settled, before {@link #isCurrent} returns true,
   * even if the caller of {@link #settle} has timed out.
   */
  void beforeNewEra(Runnable callback);
}
