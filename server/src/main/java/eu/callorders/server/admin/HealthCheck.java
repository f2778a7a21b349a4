package eu.callorders.server.admin;

import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
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
 * A readiness condition of this node.
 *
 * @param name as shown, for example {@code database}
 * @param concernsBalancers whether a balancer sends a node no requests while the condition fails
 * @param run succeeds when the condition holds
 */
public record HealthCheck(String name, boolean concernsBalancers, Supplier<Future<Void>> run) {
  private static final String PING = "SELECT 1";

  /** How long a loop must fail before readiness reports it. */
  private static final Duration FAILING = Duration.ofSeconds(60);

  private static final String MIGRATED =
      """
      SELECT EXISTS (
               SELECT FROM flyway_schema_history WHERE version = $1 AND success) AS has_version
      """;

  /** A check that concerns balancers. */
  public HealthCheck(String name, Supplier<Future<Void>> run) {
    this(name, true, run);
  }

  /**
   * The voice gateway, which all nodes share. Without it they still serve requests: a balancer that
   * took all of them out would stop the API.
   *
   * @param run succeeds when the gateway has responded
   */
  public static HealthCheck gateway(Supplier<Future<Void>> run) {
    return new HealthCheck("gateway", false, run);
  }

  public static HealthCheck database(Database database) {
    return new HealthCheck(
        "database", () -> unlessBusy(database.workers().query(PING).execute().mapEmpty()));
  }

  /**
   * One check per stuck or failing loop, or a passing one for all.
   *
   * @param databaseUnavailable whether the database is unavailable, which has its own check
   */
  static List<HealthCheck> loops(Vertx vertx, BooleanSupplier databaseUnavailable) {
    long now = System.nanoTime();
    boolean countsFailures = !databaseUnavailable.getAsBoolean();
    List<HealthCheck> down = new ArrayList<>();
    for (LoopActivity loop : Loops.of(vertx)) {
      if (loop.isStalled()) {
        down.add(failing("loop " + loop.name(), "stuck"));
      } else if (countsFailures && loop.failingFor(now).compareTo(FAILING) >= 0) {
        down.add(failing("loop " + loop.name(), "runs fail"));
      }
    }
    return down.isEmpty()
        ? List.of(new HealthCheck("loops", () -> Future.succeededFuture()))
        : down;
  }

  /** The node is shutting down: load balancers must not send requests. */
  static HealthCheck stopping() {
    return failing("stopping", "shutting down");
  }

  private static HealthCheck failing(String name, String reason) {
    return new HealthCheck(name, () -> Future.failedFuture(reason));
  }

  /** The schema has the version of this release. A later migration is no concern of this node. */
  public static HealthCheck migrations(Database database, String version) {
    return new HealthCheck("migrations", () -> unlessBusy(migrated(database, version)));
  }

  /** A busy node stays ready, or a balancer would take out all nodes under the same load. */
  static Future<Void> unlessBusy(Future<Void> result) {
    return result.recover(
        failure ->
            DatabaseFailures.isBusy(failure)
                ? Future.succeededFuture()
                : Future.failedFuture(failure));
  }

  private static Future<Void> migrated(Database database, String version) {
    return database
        .workers()
        .preparedQuery(MIGRATED)
        .execute(Tuple.of(version))
        .compose(
            rows ->
                rows.iterator().next().getBoolean("has_version")
                    ? Future.succeededFuture()
                    : Future.failedFuture("the schema is not at version " + version));
  }
}
