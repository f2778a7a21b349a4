package eu.callorders.server.database;

import io.vertx.pgclient.PgConnectOptions;
import java.util.Map;

/**
 * Planner settings of a session: index scans and nested loops regardless of table sizes. Otherwise
 * a plan made for a small table stays until an ANALYZE.
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

  private PlannerSettings() {}

  /** A copy of the options with the settings. */
  static PgConnectOptions applyTo(PgConnectOptions options) {
    PgConnectOptions planned = new PgConnectOptions(options);
    PROPERTIES.forEach(planned::addProperty);
    return planned;
  }
}
