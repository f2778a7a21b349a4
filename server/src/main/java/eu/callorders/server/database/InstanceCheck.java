package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Compares the PostgreSQL server at the other end with the one that this deployment works with. */
public interface InstanceCheck {
  /** Whether the connection leads to the server instance of the newest era. */
  Future<Boolean> isCurrent(SqlClient connection);

  /** Begins a new era with the instance, unless another node has done so. */
  Future<Void> settle();

  /**
   * Has that run each time an era is settled, before {@link #isCurrent} says so: also when the
   * caller that settles it has given up waiting.
   */
  void beforeNewEra(Runnable forget);
}
