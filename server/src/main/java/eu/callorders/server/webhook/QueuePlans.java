package eu.callorders.server.webhook;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/**
 * How statements about the queue are planned. It holds nothing or a million rows, and PostgreSQL
 * keeps the plan that it has made while it was empty, which may read or sort all of it each time,
 * or go through the wrong index, since one is as good as the other for nothing. Here each row is
 * found by an index from what is known of it, and which one is decided by how large the queue is
 * now.
 */
final class QueuePlans {
  private static final String BY_INDEX =
      """
      SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
             set_config('enable_seqscan', 'off', true),
             set_config('enable_bitmapscan', 'off', true),
             set_config('enable_sort', 'off', true),
             set_config('enable_hashjoin', 'off', true),
             set_config('enable_mergejoin', 'off', true)
      """;

  private QueuePlans() {}

  /** Until the transaction ends; whoever comes next need not wait for it. */
  static Future<Void> byIndex(SqlConnection connection) {
    return connection.preparedQuery(BY_INDEX).execute().mapEmpty();
  }
}
