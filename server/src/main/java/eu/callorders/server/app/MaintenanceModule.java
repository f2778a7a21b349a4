package eu.callorders.server.app;

import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.IndependentSteps;
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
import eu.callorders.server.maintenance.NewSettingsRecorder;
import eu.callorders.server.maintenance.PartitionRotator;
import eu.callorders.server.maintenance.PlanRenewal;
import eu.callorders.server.recovery.Heartbeat;
import eu.callorders.server.search.SearchIndexWorker;
import eu.callorders.server.search.SearchKind;
import eu.callorders.server.statistics.HourlyCountWorker;
import eu.callorders.server.testclock.ClockAdvancer;
import eu.callorders.server.worker.WorkLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The maintenance loops of a deployment: test clocks, cleaning, erasure, deletion, heartbeat. */
final class MaintenanceModule {
  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceModule.class);
  private static final String TEST_CLOCK = "test-clock";
  private static final String CLEANUP = "maintenance";
  private static final String RETENTION = "retention";
  private static final String ERASURE = "erasure";
  private static final double MILLIS = 1e3;

  private final NodeContext node;
  private final NodeStores stores;
  private final ErasureWorker erasureWorker;
  private final VoiceGateway gateway;
  private final ClockAdvancer clockAdvancer;
  private final MaintenanceClock clock;

  MaintenanceModule(
      NodeContext node, NodeStores stores, EnrollmentModule enrollments, VoiceGateway gateway) {
    this.node = node;
    this.stores = stores;
    this.erasureWorker =
        new ErasureWorker(
            node.database(),
            enrollments.subjectCanceler(),
            stores.erasedContacts(),
            stores.audit(),
            node.realTime());
    this.gateway = gateway;
    this.clockAdvancer = new ClockAdvancer(node.database(), node.realTime(), enrollments::wake);
    this.clock = new MaintenanceClock(node.database());
  }

  /**
   * Creates partitions that are missing from today on, before the first event: after a stop of more
   * than a week none is left. The maintenance loop repeats what fails. Blocks.
   */
  void createPartitions() {
    Instant now = node.realTime().instant();
    try {
      IndependentSteps.run(
          List.of(
              () -> PartitionRotator.ofEvents(node.database()).runOnce(now, false),
              () -> PartitionRotator.ofDeliveries(node.database()).runOnce(now, false)));
    } catch (Exception e) { // awaiting throws undeclared checked exceptions
      LOG.warn("creation of partitions failed", e);
    }
  }

  /** Wakes the loop after an advance. */
  void wakeTestClocks() {
    WorkLoop.wake(node.vertx(), TEST_CLOCK);
  }

  /** Wakes the loop after an erasure request. */
  void wakeErasure() {
    WorkLoop.wake(node.vertx(), ERASURE);
  }

  /** Wakes the loops after an operator has accepted the present time. */
  void wakeDeletion() {
    WorkLoop.wake(node.vertx(), CLEANUP);
    WorkLoop.wake(node.vertx(), RETENTION);
  }

  WorkLoop.Handle startTestClocks() {
    return WorkLoop.start(node.vertx(), TEST_CLOCK, clockAdvancer::runOnce);
  }

  /** Starts the loop that deletes old rows and verifies the audit log and the counters. */
  WorkLoop.Handle startCleaning() {
    Database database = node.database();
    AuditChainVerifier chainVerifier = new AuditChainVerifier(database, stores.audit());
    node.metrics()
        .gauge(
            "callorders_audit_chain_broken",
            "Whether the last verification found the audit log's hash chain broken",
            () -> chainVerifier.broken() ? 1 : 0);
    node.metrics()
        .gauge(
            "callorders_maintenance_held",
            "1 while deletion is held after a jump of the clock",
            () -> clock.isHeld() ? 1 : 0);
    CounterVerifier counters = new CounterVerifier(database, node.realTime().instant());
    node.metrics()
        .gauge(
            "callorders_deviating_counts",
            "Counters that differed from their rows at the last verification",
            counters::deviations);
    MaintenanceSteps steps =
        new MaintenanceSteps(
            database,
            clock,
            new NewSettingsRecorder(database, stores.audit()),
            chainVerifier,
            counters,
            node.realTime());
    return startDeleting(CLEANUP, every(Duration.ofMinutes(10), steps::runOnce));
  }

  /**
   * Starts the loop that deletes expired personal data. Test clocks move by months within seconds,
   * so the sandbox runs it more often.
   */
  WorkLoop.Handle startRetention() {
    RetentionCleaner retention =
        new RetentionCleaner(node.database(), stores.audit(), node.realTime());
    Duration pause = node.config().isLive() ? Duration.ofMinutes(10) : Duration.ofSeconds(30);
    return startDeleting(
        RETENTION,
        () -> {
          if (clock.permitsDeletion(node.realTime().instant())) {
            retention.runOnce();
          }
          return pause;
        });
  }

  private WorkLoop.Handle startDeleting(String name, WorkLoop.LoopTask work) {
    return WorkLoop.start(
        node.vertx(), name, WorkLoop.Pauses.afterFailure(Duration.ofSeconds(10)), work);
  }

  /** Starts the loop that fills the index of the administration's search. */
  WorkLoop.Handle startSearchIndex() {
    SearchIndexWorker orders =
        new SearchIndexWorker(node.database(), SearchKind.ORDER, node.realTime());
    SearchIndexWorker enrollments =
        new SearchIndexWorker(node.database(), SearchKind.ENROLLMENT, node.realTime());
    node.metrics()
        .gauge(
            "callorders_search_index_lag_seconds",
            "Age of the oldest order or enrollment that the search may not find yet",
            () -> Math.max(orders.lag().toMillis(), enrollments.lag().toMillis()) / MILLIS);
    return start(
        "search-index",
        untilDone(
            () -> {
              boolean ordersWait = orders.runOnce();
              return enrollments.runOnce() || ordersWait;
            }));
  }

  /** Starts the loop that adds up what the statistics count. */
  WorkLoop.Handle startHourlyCounts() {
    return start("hourly-counts", new HourlyCountWorker(node.database())::runOnce);
  }

  /** Starts the loop that renews prepared plans as tables grow. */
  WorkLoop.Handle startPlanRenewal() {
    PlanRenewal renewal = new PlanRenewal(node.database());
    node.metrics()
        .count("callorders_plan_renewals", "Renewals of prepared plans", renewal::renewals);
    return start("plan-renewal", every(Duration.ofSeconds(1), renewal::runOnce));
  }

  /** Starts the loop that records this node's heartbeat. */
  AutoCloseable startHeartbeat() {
    Heartbeat heartbeat = new Heartbeat(node.database(), node.id(), node.realTime());
    WorkLoop.Handle loop = start("heartbeat", every(Heartbeat.INTERVAL, heartbeat::runOnce));
    return () -> {
      loop.close();
      heartbeat.deregister();
    };
  }

  /** Starts the loop that checks the durability settings of the database. */
  WorkLoop.Handle startDurabilityCheck(DurabilityCheck durability) {
    return start("durability-check", every(DurabilityCheck.INTERVAL, durability::runOnce));
  }

  /** Starts the loops that erase subjects, here and at the gateway, and delete tenants. */
  List<WorkLoop.Handle> startErasure() {
    return List.of(startErasing(), startGatewayErasing(), startTenantDeletion());
  }

  /** Starts the loop that erases subjects in the database. */
  private WorkLoop.Handle startErasing() {
    return start(ERASURE, untilDone(erasureWorker::runOnce));
  }

  private WorkLoop.Handle startTenantDeletion() {
    TenantDeletionWorker worker =
        new TenantDeletionWorker(node.database(), stores.audit(), node.realTime());
    return start("tenant-deletion", () -> worker.runOnce() ? Duration.ZERO : Duration.ofSeconds(5));
  }

  /**
   * Starts the loop that requests erasures at the gateway, separately since the gateway may be
   * slow.
   */
  private WorkLoop.Handle startGatewayErasing() {
    GatewayErasureWorker erasures =
        new GatewayErasureWorker(node.database(), gateway, node.realTime());
    return start("gateway-erasures", untilDone(() -> erasures.runOnce() > 0));
  }

  /** Starts the loop that measures how long the feed is held back. */
  WorkLoop.Handle startHorizon() {
    FeedHorizon horizon = new FeedHorizon(node.database(), node.realTime());
    node.metrics()
        .gauge(
            "callorders_feed_horizon_age_seconds",
            "Seconds for which a running write transaction has held back the feed",
            () -> horizon.latest().toMillis() / MILLIS);
    return start(
        "feed-horizon", every(Duration.ofSeconds(5), () -> BoundedWait.await(horizon.age())));
  }

  private WorkLoop.Handle start(String name, WorkLoop.LoopTask work) {
    return WorkLoop.start(node.vertx(), name, work);
  }

  private static WorkLoop.LoopTask every(Duration pause, Runnable work) {
    return () -> {
      work.run();
      return pause;
    };
  }

  /**
   * @param work returns whether there may be more
   */
  private static WorkLoop.LoopTask untilDone(BooleanSupplier work) {
    return () -> work.getAsBoolean() ? Duration.ZERO : Duration.ofSeconds(1);
  }
}
