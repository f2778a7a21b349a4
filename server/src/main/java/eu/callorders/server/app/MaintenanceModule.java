package eu.callorders.server.app;

import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.admin.Metrics;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DurabilityCheck;
import eu.callorders.server.database.MaintenanceClock;
import eu.callorders.server.deletion.TenantDeletionWorker;
import eu.callorders.server.erasure.ErasureWorker;
import eu.callorders.server.erasure.GatewayErasureWorker;
import eu.callorders.server.erasure.RetentionCleaner;
import eu.callorders.server.event.FeedHorizon;
import eu.callorders.server.maintenance.AuditChainVerifier;
import eu.callorders.server.maintenance.CounterVerifier;
import eu.callorders.server.maintenance.MaintenanceSteps;
import eu.callorders.server.maintenance.PlanRenewal;
import eu.callorders.server.recovery.Heartbeat;
import eu.callorders.server.search.SearchIndexWorker;
import eu.callorders.server.search.SearchKind;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.testclock.ClockAdvancer;
import eu.callorders.server.worker.WorkLoop;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;

/** The maintenance loops of a deployment: test clocks, cleaning, erasure, deletion, heartbeat. */
final class MaintenanceModule {
  private static final String TEST_CLOCK = "test-clock";
  private static final String CLEANUP = "maintenance";
  private static final String RETENTION = "retention";
  private static final String ERASURE = "erasure";
  private static final double MILLIS = 1e3;

  private final Vertx vertx;
  private final Database database;
  private final ErasureWorker erasureWorker;
  private final TenantStore tenants;
  private final AuditLog auditLog;
  private final VoiceGateway gateway;
  private final ClockAdvancer clockAdvancer;
  private final MaintenanceClock clock;
  private final InstantSource realTime;

  MaintenanceModule(
      Vertx vertx,
      Database database,
      ErasureWorker erasureWorker,
      TenantStore tenants,
      AuditLog auditLog,
      VoiceGateway gateway,
      ClockAdvancer clockAdvancer,
      InstantSource realTime) {
    this.vertx = vertx;
    this.database = database;
    this.erasureWorker = erasureWorker;
    this.tenants = tenants;
    this.auditLog = auditLog;
    this.gateway = gateway;
    this.clockAdvancer = clockAdvancer;
    this.clock = new MaintenanceClock(database);
    this.realTime = realTime;
  }

  /** Wakes the loop after an advance. */
  static void wakeTestClocks(Vertx vertx) {
    WorkLoop.wake(vertx, TEST_CLOCK);
  }

  /** Wakes the loop after an erasure request. */
  static void wakeErasure(Vertx vertx) {
    WorkLoop.wake(vertx, ERASURE);
  }

  /** Wakes the loops after an operator has accepted the present time. */
  static void wakeDeletion(Vertx vertx) {
    WorkLoop.wake(vertx, CLEANUP);
    WorkLoop.wake(vertx, RETENTION);
  }

  /** Starts the loop that advances test clocks. */
  WorkLoop.Handle startTestClocks() {
    return WorkLoop.start(vertx, TEST_CLOCK, clockAdvancer::runOnce);
  }

  /** Starts the loop that deletes old rows and verifies the audit log and the counters. */
  WorkLoop.Handle startCleaning(MeterRegistry metrics) {
    AuditChainVerifier chainVerifier = new AuditChainVerifier(database, auditLog);
    Gauge.builder(
            "callorders_audit_chain_broken", chainVerifier, verifier -> verifier.broken() ? 1 : 0)
        .description("Whether the last verification found the audit log's hash chain broken")
        .register(metrics);
    Gauge.builder("callorders_maintenance_held", clock, held -> held.isHeld() ? 1 : 0)
        .description("1 while deletion is held after a jump of the clock")
        .register(metrics);
    CounterVerifier counters = new CounterVerifier(database, realTime.instant());
    Gauge.builder("callorders_deviating_counts", counters, CounterVerifier::deviations)
        .description("Counters that differed from their rows at the last verification")
        .register(metrics);
    MaintenanceSteps steps =
        new MaintenanceSteps(database, clock, chainVerifier, counters, realTime);
    return WorkLoop.start(
        vertx,
        CLEANUP,
        WorkLoop.Pauses.afterFailure(Duration.ofSeconds(10)),
        () -> {
          steps.runOnce();
          return Duration.ofMinutes(10);
        });
  }

  /**
   * Starts the loop that deletes expired personal data. Test clocks move by months within seconds,
   * so the sandbox runs it more often.
   */
  WorkLoop.Handle startRetention(Config.Environment environment) {
    RetentionCleaner retention = new RetentionCleaner(database, tenants, auditLog, realTime);
    Duration pause =
        environment == Config.Environment.SANDBOX ? Duration.ofSeconds(30) : Duration.ofMinutes(10);
    return WorkLoop.start(
        vertx,
        RETENTION,
        WorkLoop.Pauses.afterFailure(Duration.ofSeconds(10)),
        () -> {
          if (clock.permitsDeletion(realTime.instant())) {
            retention.runOnce();
          }
          return pause;
        });
  }

  /** Starts the loop that fills the index of the administration's search. */
  WorkLoop.Handle startSearchIndex(Metrics metrics) {
    SearchIndexWorker orders = new SearchIndexWorker(database, SearchKind.ORDER, realTime);
    SearchIndexWorker enrollments =
        new SearchIndexWorker(database, SearchKind.ENROLLMENT, realTime);
    metrics.gauge(
        "callorders_search_index_lag_seconds",
        "Age of the oldest order or enrollment that the search may not find yet",
        () -> Math.max(orders.lag().toMillis(), enrollments.lag().toMillis()) / MILLIS);
    return WorkLoop.start(
        vertx,
        "search-index",
        () -> {
          boolean ordersWait = orders.runOnce();
          boolean enrollmentsWait = enrollments.runOnce();
          return ordersWait || enrollmentsWait ? Duration.ZERO : Duration.ofSeconds(1);
        });
  }

  /** Starts the loop that renews prepared plans as tables grow. */
  WorkLoop.Handle startPlanRenewal(Metrics metrics) {
    PlanRenewal renewal = new PlanRenewal(database);
    metrics.count("callorders_plan_renewals", "Renewals of prepared plans", renewal::renewals);
    return WorkLoop.start(
        vertx,
        "plan-renewal",
        () -> {
          renewal.runOnce();
          return Duration.ofSeconds(1);
        });
  }

  /** Starts the loop that records this node's heartbeat. */
  AutoCloseable startHeartbeat(UUID node) {
    Heartbeat heartbeat = new Heartbeat(database, node, realTime);
    WorkLoop.Handle loop =
        WorkLoop.start(
            vertx,
            "heartbeat",
            () -> {
              heartbeat.runOnce();
              return Heartbeat.INTERVAL;
            });
    return () -> {
      loop.close();
      heartbeat.deregister();
    };
  }

  /** Starts the loop that checks the durability settings of the database. */
  WorkLoop.Handle startDurabilityCheck(DurabilityCheck durability) {
    return WorkLoop.start(
        vertx,
        "durability-check",
        () -> {
          durability.runOnce();
          return DurabilityCheck.INTERVAL;
        });
  }

  /** Starts the loop that erases subjects in the database. */
  WorkLoop.Handle startErasing() {
    return WorkLoop.start(
        vertx, ERASURE, () -> erasureWorker.runOnce() ? Duration.ZERO : Duration.ofSeconds(1));
  }

  /** Starts the loop that deletes tenants. */
  WorkLoop.Handle startTenantDeletion() {
    TenantDeletionWorker worker = new TenantDeletionWorker(database, tenants, auditLog, realTime);
    return WorkLoop.start(
        vertx, "tenant-deletion", () -> worker.runOnce() ? Duration.ZERO : Duration.ofSeconds(5));
  }

  /**
   * Starts the loop that requests erasures at the gateway, separately since the gateway may be
   * slow.
   */
  WorkLoop.Handle startGatewayErasing() {
    GatewayErasureWorker erasures = new GatewayErasureWorker(database, gateway, realTime);
    return WorkLoop.start(
        vertx,
        "gateway-erasures",
        () -> erasures.runOnce() > 0 ? Duration.ZERO : Duration.ofSeconds(1));
  }

  /** Starts the loop that measures how long the feed is held back. */
  WorkLoop.Handle startHorizon(MeterRegistry metrics) {
    FeedHorizon horizon = new FeedHorizon(database, realTime);
    Gauge.builder(
            "callorders_feed_horizon_age_seconds",
            horizon,
            measured -> measured.latest().toMillis() / MILLIS)
        .description("Seconds for which a running write transaction has held back the feed")
        .register(metrics);
    return WorkLoop.start(
        vertx,
        "feed-horizon",
        () -> {
          BoundedWait.await(horizon.age());
          return Duration.ofSeconds(5);
        });
  }
}
