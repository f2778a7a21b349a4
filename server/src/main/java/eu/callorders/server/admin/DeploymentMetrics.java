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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of the whole deployment, equal on every node as of its last refresh. */
public final class DeploymentMetrics {
  private static final Duration INTERVAL = Duration.ofSeconds(15);
  private static final double MILLIS = 1000;

  /**
   * A gauge without labels.
   *
   * @param name without the prefix
   * @param column of a part of {@link OverviewStore}
   */
  private record ColumnGauge(String name, String column, String description) {}

  private static final List<ColumnGauge> GAUGES =
      List.of(
          new ColumnGauge("calls_running", "running", "Calls under way"),
          new ColumnGauge(
              "orders_due", "orders_due", "Orders that could be dialed now, at most 100000"),
          new ColumnGauge(
              "webhooks_due",
              "webhooks_due",
              "Deliveries and events that could be sent now, at most 100000 of each"),
          new ColumnGauge(
              "dead_letters",
              "dead_letters",
              "Deliveries of the last 30 days that failed for good"),
          new ColumnGauge("erasures_pending", "erasures", "Persons being erased"),
          new ColumnGauge(
              "gateway_erasures_pending",
              "gateway_erasures",
              "Calls that the gateway has yet to erase"),
          new ColumnGauge(
              "suppressions_pending",
              "suppressions_pending",
              "Suppressions not yet enforced everywhere"),
          new ColumnGauge(
              "failed_work",
              "failed_work",
              "Items of the last 30 days that a loop skipped after a failure"),
          new ColumnGauge(
              "recovery_calls_open",
              "unknown_calls",
              "Lost calls in the gateway log not yet recorded"),
          new ColumnGauge(
              "recovery_state", "recovery", "1 while dialing is halted after a database restore"),
          new ColumnGauge(
              "halt_age_seconds",
              "halt_age",
              "Age of the oldest halt of an operator that is in force, 0 without one"),
          new ColumnGauge("database_bytes", "database_bytes", "Size of the database"),
          new ColumnGauge(
              "schema_release", "schema_release", "Release whose migrations the database has"));

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
    for (ColumnGauge each : GAUGES) {
      gauge("callorders_" + each.name(), each.column(), 1, each.description()).register(metrics);
    }
    partitions(metrics, "event", "event_partitions");
    partitions(metrics, "webhook_delivery", "delivery_partitions");
    lag(metrics, "callorders_dial_lag_seconds", "dial", "How long orders have been due");
    lag(metrics, "callorders_delivery_lag_seconds", "send", "How long webhooks have been due");
  }

  private void lag(MeterRegistry metrics, String name, String column, String description) {
    gauge(name, column + "_p50", MILLIS, description).tag("percentile", "50").register(metrics);
    gauge(name, column + "_p99", MILLIS, description).tag("percentile", "99").register(metrics);
  }

  /** Unknown before the first read: zero would be an alarm. */
  private void partitions(MeterRegistry metrics, String log, String column) {
    Gauge.builder(
            "callorders_partitions_ahead",
            latest,
            values -> values.getOrDefault(column, Double.NaN))
        .description("Days from tomorrow on for which the log has a partition, without a gap")
        .tag("log", log)
        .register(metrics);
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
