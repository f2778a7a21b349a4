package eu.callorders.server.webhook;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/**
 * How statements about the queue are planned. It holds nothing or a million rows from one second to
 * the next, so each execution is planned for its size at that moment, and rows come in the order of
 * an index. For the rest the settings of the session hold.
 */
final class QueryPlanHints {
  private static final String BY_INDEX =
      """
      SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
             set_config('enable_sort', 'off', true)
      """;

  private QueryPlanHints() {}

  /** Until the transaction ends; whoever comes next need not wait for it. */
  static Future<Void> byIndex(SqlConnection connection) {
    return connection.preparedQuery(BY_INDEX).execute().mapEmpty();
  }
}
