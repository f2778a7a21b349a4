package eu.callorders.server.admin;

import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.database.Database;
import eu.callorders.server.worker.Loops;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Something that must work before this node can do its job.
 *
 * @param name as shown, for example {@code database}
 * @param run succeeds when it works
 */
public record HealthCheck(String name, Supplier<Future<Void>> run) {
  private static final String ANSWERS = "SELECT 1";

  /** For how long every round of a loop fails until readiness names it. */
  private static final Duration FAILING = Duration.ofSeconds(60);

  private static final String MIGRATED =
      """
      SELECT count(*) FILTER (WHERE version = $1 AND success) = 1
         AND count(*) FILTER (WHERE NOT success) = 0 AS in_order
        FROM flyway_schema_history
      """;

  /** The database answers. */
  public static HealthCheck database(Database database) {
    return new HealthCheck(
        "database", () -> database.workers().query(ANSWERS).execute().mapEmpty());
  }

  /**
   * Every loop gets on; those that stand still or fail are named, each as a check of its own.
   *
   * @param away whether the database is away, which has a check of its own
   */
  static List<HealthCheck> loops(Vertx vertx, BooleanSupplier away) {
    long now = System.nanoTime();
    boolean countsFailures = !away.getAsBoolean();
    List<HealthCheck> down = new ArrayList<>();
    for (LoopActivity loop : Loops.of(vertx)) {
      if (loop.isStandingStill()) {
        down.add(failing("loop " + loop.name(), "it stands still"));
      } else if (countsFailures && loop.failingFor(now).compareTo(FAILING) >= 0) {
        down.add(failing("loop " + loop.name(), "its rounds fail"));
      }
    }
    return down.isEmpty()
        ? List.of(new HealthCheck("loops", () -> Future.succeededFuture()))
        : down;
  }

  /** The node is about to stop: balancers send it nothing more. */
  static HealthCheck stopping() {
    return failing("stopping", "it stops");
  }

  private static HealthCheck failing(String name, String reason) {
    return new HealthCheck(name, () -> Future.failedFuture(reason));
  }

  /** The schema has reached the version that this release needs, and no migration has failed. */
  public static HealthCheck migrations(Database database, String version) {
    return new HealthCheck("migrations", () -> migrated(database, version));
  }

  private static Future<Void> migrated(Database database, String version) {
    return database
        .workers()
        .preparedQuery(MIGRATED)
        .execute(Tuple.of(version))
        .compose(
            rows ->
                rows.iterator().next().getBoolean("in_order")
                    ? Future.succeededFuture()
                    : Future.failedFuture("the schema is not at version " + version));
  }
}
