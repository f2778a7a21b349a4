package eu.callorders.server.app;

import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.admin.Metrics;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DurabilityCheck;
import eu.callorders.server.database.MaintenanceClock;
import eu.callorders.server.erasure.ErasureWorker;
import eu.callorders.server.erasure.GatewayErasureWorker;
import eu.callorders.server.erasure.RetentionCleaner;
import eu.callorders.server.event.FeedHorizon;
import eu.callorders.server.maintenance.AuditChainVerifier;
import eu.callorders.server.maintenance.Heartbeat;
import eu.callorders.server.maintenance.MaintenanceSteps;
import eu.callorders.server.maintenance.PlanRenewal;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.testclock.ClockAdvancer;
import eu.callorders.server.worker.WorkLoop;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;

/** The loops that keep a deployment in order beside its work: clocks, room, retention, erasure. */
final class MaintenanceModule {
  private static final String TEST_CLOCK = "test-clock";
  private static final String CLEANING = "maintenance";
  private static final String RETENTION = "retention";
  private static final String ERASER = "erasure";
  private static final double MILLIS = 1e3;

  private final Vertx vertx;
  private final Database database;
  private final ErasureWorker eraser;
  private final TenantStore tenants;
  private final AuditLog auditLog;
  private final VoiceGateway gateway;
  private final ClockAdvancer walker;
  private final MaintenanceClock clock;
  private final InstantSource realTime;

  MaintenanceModule(
      Vertx vertx,
      Database database,
      ErasureWorker eraser,
      TenantStore tenants,
      AuditLog auditLog,
      VoiceGateway gateway,
      ClockAdvancer walker,
      InstantSource realTime) {
    this.vertx = vertx;
    this.database = database;
    this.eraser = eraser;
    this.tenants = tenants;
    this.auditLog = auditLog;
    this.gateway = gateway;
    this.walker = walker;
    this.clock = new MaintenanceClock(database);
    this.realTime = realTime;
  }

  /** Has it walked at once, after an advance. */
  static void wakeTestClocks(Vertx vertx) {
    WorkLoop.wake(vertx, TEST_CLOCK);
  }

  /** Has persons erased at once, after they were named. */
  static void wakeEraser(Vertx vertx) {
    WorkLoop.wake(vertx, ERASER);
  }

  /** Has old rows deleted at once, after an operator has accepted the present time. */
  static void wakeDeletion(Vertx vertx) {
    WorkLoop.wake(vertx, CLEANING);
    WorkLoop.wake(vertx, RETENTION);
  }

  /** Starts the loop that walks test clocks. */
  WorkLoop.Handle startTestClocks() {
    return WorkLoop.start(vertx, TEST_CLOCK, walker::runOnce);
  }

  /**
   * Starts the loop that makes room: partitions of events and deliveries, answers and keys that are
   * too old.
   */
  WorkLoop.Handle startCleaning(MeterRegistry metrics) {
    AuditChainVerifier auditKeeper = new AuditChainVerifier(database, auditLog);
    Gauge.builder("callorders_audit_chain_broken", auditKeeper, keeper -> keeper.broken() ? 1 : 0)
        .description("Whether the chain of the audit log did not hold when it was walked last")
        .register(metrics);
    Gauge.builder("callorders_maintenance_held", clock, held -> held.isHeld() ? 1 : 0)
        .description("1 while no old rows are deleted because the clock has jumped ahead")
        .register(metrics);
    MaintenanceSteps steps = new MaintenanceSteps(database, clock, auditKeeper, realTime);
    return WorkLoop.start(
        vertx,
        CLEANING,
        WorkLoop.Pauses.afterFailure(Duration.ofSeconds(10)),
        () -> {
          steps.runOnce();
          return Duration.ofMinutes(10);
        });
  }

  /**
   * Starts the loop that takes personal data away whose time is over. Test clocks move by months
   * within seconds, so the sandbox looks more often.
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

  /** Starts the loop that has plans made anew as tables grow. */
  WorkLoop.Handle startPlanRenewal(Metrics metrics) {
    PlanRenewal renewal = new PlanRenewal(database);
    metrics.count("callorders_plan_renewals", "How often plans were made anew", renewal::renewals);
    return WorkLoop.start(
        vertx,
        "plan-renewal",
        () -> {
          renewal.runOnce();
          return Duration.ofSeconds(1);
        });
  }

  /** Starts the loop that says that this node is there. */
  AutoCloseable startHeartbeat(UUID node) {
    Heartbeat heartbeat = new Heartbeat(database, node, realTime);
    WorkLoop.Handle loop =
        WorkLoop.start(
            vertx,
            "heartbeat",
            () -> {
              heartbeat.runOnce();
              return Heartbeat.PAUSE;
            });
    return () -> {
      loop.close();
      heartbeat.leave();
    };
  }

  /** Starts the loop that looks whether commits are still durable. */
  WorkLoop.Handle startDurabilityCheck(DurabilityCheck durability) {
    return WorkLoop.start(
        vertx,
        "durability-check",
        () -> {
          durability.runOnce();
          return DurabilityCheck.PAUSE;
        });
  }

  /** Starts the loop that erases persons here. */
  WorkLoop.Handle startErasing() {
    return WorkLoop.start(
        vertx, ERASER, () -> eraser.runOnce() ? Duration.ZERO : Duration.ofSeconds(1));
  }

  /** Starts the loop that has the gateway erase calls: a slow gateway delays no erasure here. */
  WorkLoop.Handle startGatewayErasing() {
    GatewayErasureWorker erasures = new GatewayErasureWorker(database, gateway, realTime);
    return WorkLoop.start(
        vertx,
        "gateway-erasures",
        () -> erasures.runOnce() > 0 ? Duration.ZERO : Duration.ofSeconds(1));
  }

  /** Starts the loop that measures for how long the feed is held back. */
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
