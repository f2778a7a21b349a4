package eu.callorders.server.webhook.delivery;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/**
 * Planner settings for statements on the queue, whose size changes between nothing and a million
 * rows within seconds: a custom plan per execution, and rows in the order of an index.
 */
public final class QueryPlanHints {
  private static final String BY_INDEX =
      """
      SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
             set_config('enable_sort', 'off', true)
      """;

  private QueryPlanHints() {}

  /** Applies until the transaction ends. Pipelined: the result need not be awaited. */
  public static Future<Void> byIndex(SqlConnection connection) {
    return connection.preparedQuery(BY_INDEX).execute().mapEmpty();
  }
}
