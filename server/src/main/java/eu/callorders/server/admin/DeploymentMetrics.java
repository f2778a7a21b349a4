package eu.callorders.server.admin;

import eu.callorders.core.order.OrderStatus;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.IndependentSteps;
import eu.callorders.server.database.Database;
import eu.callorders.server.worker.WorkLoop;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of the whole deployment, equal on every node as of its last refresh. */
public final class DeploymentMetrics {
  private static final Duration INTERVAL = Duration.ofSeconds(15);
  private static final double MILLIS = 1000;

  private final Database database;

  /** Latest values by column; zero before the first read and for null. */
  private final Map<String, Double> latest = new ConcurrentHashMap<>();

  private DeploymentMetrics(Database database) {
    this.database = database;
  }

  /** Registers the metrics and starts the loop that refreshes them. */
  public static WorkLoop.Handle start(Vertx vertx, Database database, MeterRegistry metrics) {
    DeploymentMetrics deploymentMetrics = new DeploymentMetrics(database);
    deploymentMetrics.register(metrics);
    return WorkLoop.start(
        vertx,
        "deployment-metrics",
        WorkLoop.Pauses.afterFailure(INTERVAL),
        deploymentMetrics::runOnce);
  }

  private void register(MeterRegistry metrics) {
    for (OrderStatus status : OrderStatus.values()) {
      gauge("callorders_orders", status.wire(), 1, "Orders of all tenants")
          .tag("status", status.wire())
          .register(metrics);
    }
    gauge("callorders_calls_running", "running", 1, "Calls under way").register(metrics);
    gauge(
            "callorders_dead_letters",
            "dead_letters",
            1,
            "Deliveries of the last 30 days that failed for good")
        .register(metrics);
    gauge("callorders_erasures_pending", "erasures", 1, "Persons being erased").register(metrics);
    gauge(
            "callorders_gateway_erasures_pending",
            "gateway_erasures",
            1,
            "Calls that the gateway has yet to erase")
        .register(metrics);
    gauge(
            "callorders_suppressions_pending",
            "suppressions_pending",
            1,
            "Suppressions not yet enforced everywhere")
        .register(metrics);
    gauge(
            "callorders_failed_work",
            "failed_work",
            1,
            "Items of the last 30 days that a loop skipped after a failure")
        .register(metrics);
    gauge(
            "callorders_recovery_calls_open",
            "unknown_calls",
            1,
            "Lost calls in the gateway log not yet recorded")
        .register(metrics);
    gauge(
            "callorders_recovery_state",
            "recovery",
            1,
            "1 while dialing is halted after a database restore")
        .register(metrics);
    lag(metrics, "callorders_dial_lag_seconds", "dial", "How long orders have been due");
    lag(metrics, "callorders_delivery_lag_seconds", "send", "How long webhooks have been due");
  }

  private void lag(MeterRegistry metrics, String name, String column, String description) {
    gauge(name, column + "_p50", MILLIS, description).tag("percentile", "50").register(metrics);
    gauge(name, column + "_p99", MILLIS, description).tag("percentile", "99").register(metrics);
  }

  private Gauge.Builder<?> gauge(String name, String column, double unit, String description) {
    return Gauge.builder(name, latest, values -> values.getOrDefault(column, 0.0) / unit)
        .description(description);
  }

  /** Runs the parts independently: one that fails or times out does not affect others. */
  private Duration runOnce() {
    IndependentSteps.run(OverviewStore.parts().stream().map(this::refresh).toList());
    return INTERVAL;
  }

  private Runnable refresh(OverviewStore.Part part) {
    return () -> store(database.inWorker(connection -> BoundedWait.await(part.read(connection))));
  }

  private void store(Row row) {
    for (int column = 0; column < row.size(); column++) {
      Number value = (Number) row.getValue(column);
      latest.put(row.getColumnName(column), value == null ? 0 : value.doubleValue());
    }
  }
}
