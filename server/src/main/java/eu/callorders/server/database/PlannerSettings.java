package eu.callorders.server.database;

import io.vertx.pgclient.PgConnectOptions;
import java.util.Map;

/**
 * Planner settings of a session: index scans and nested loops regardless of table sizes. Otherwise
 * a plan made for a small table stays until an ANALYZE.
 *
 * <p>Each connection plans a statement once. The client's defaults would prepare statements longer
 * than 2,048 characters at each execution.
 */
final class PlannerSettings {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "plan_cache_mode", "force_generic_plan",
          "enable_seqscan", "off",
          "enable_bitmapscan", "off",
          "enable_hashjoin", "off",
          "enable_mergejoin", "off",
          "enable_material", "off",
          "enable_memoize", "off",
          "random_page_cost", "1.1",
          "max_parallel_workers_per_gather", "0",
          "jit", "off");

  /** More than the service has statements. */
  private static final int MAX_PREPARED = 1_000;

  private PlannerSettings() {}

  /** A copy of the options with the settings. */
  static PgConnectOptions applyTo(PgConnectOptions options) {
    PgConnectOptions planned = new PgConnectOptions(options);
    planned.setCachePreparedStatements(true);
    planned.setPreparedStatementCacheMaxSize(MAX_PREPARED);
    planned.setPreparedStatementCacheSqlFilter(sql -> true);
    PROPERTIES.forEach(planned::addProperty);
    return planned;
  }
}
