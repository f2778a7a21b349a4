package eu.callorders.server.app;

import eu.callorders.db.DataDirectoryLock;
import eu.callorders.server.admin.DeploymentMetrics;
import eu.callorders.server.admin.HealthCheck;
import eu.callorders.server.admin.HealthRoutes;
import eu.callorders.server.admin.Metrics;
import eu.callorders.server.concurrent.BoundedStep;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.SecretFiles;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DurabilityCheck;
import eu.callorders.server.database.PoolSizes;
import eu.callorders.server.worker.EventLoopProbe;
import eu.callorders.server.worker.LoopWatchdog;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One process of the service: starts all components and stops them in reverse order. */
public final class Node implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(4);

  /** With the stop deadline and its log line within the 20 seconds of a stop. */
  private static final Duration ABORT_LIMIT = Duration.ofSeconds(2);

  /** The monitor has seen an outage for as long. */
  private static final Duration ENDED_SERVER_LIMIT = Duration.ofSeconds(5);

  private final Config config;
  private final NodeBounds bounds;
  private final HaltPolicy haltPolicy;
  private final Function<VertxOptions, VertxBuilder> vertxFactory;
  private final StartedParts parts = new StartedParts();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicReference<@Nullable Vertx> vertx = new AtomicReference<>();
  private final AtomicReference<@Nullable RunningDatabase> postgres = new AtomicReference<>();
  private final AtomicReference<@Nullable HttpServerHandle> api = new AtomicReference<>();
  private volatile boolean stopping;
  private final IssuerReference issuer = new IssuerReference();
  private String banner = "";
  private Optional<Instant> demoClockMovedTo = Optional.empty();

  private Node(
      Config config,
      NodeBounds bounds,
      HaltPolicy haltPolicy,
      Function<VertxOptions, VertxBuilder> vertxFactory) {
    this.config = config;
    this.bounds = bounds;
    this.haltPolicy = haltPolicy;
    this.vertxFactory = vertxFactory;
  }

  /**
   * Starts the node of this process; returns when it serves requests. A signal stops it, also
   * during startup; a stuck loop ends the process.
   */
  public static Node start(Config config) {
    return start(config, NodeBounds.DEFAULT, HaltPolicy.DEFAULT);
  }

  static Node start(Config config, NodeBounds bounds, HaltPolicy policy) {
    Node node = new Node(config, bounds, policy, options -> Vertx.builder().with(options));
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> ProcessStop.run(node, policy.stopTimeout()), "shutdown"));
    node.startOrClose();
    node.parts.add(
        LoopWatchdog.start(
            node.vertx(), policy.loops(), () -> node.abortAndHalt(ProcessExit.LOOP_STALLED)));
    return node;
  }

  /**
   * @param vertxFactory creates Vert.x; tests supply their own network and name servers
   */
  static Node start(
      Config config, NodeBounds bounds, Function<VertxOptions, VertxBuilder> vertxFactory) {
    Node node = new Node(config, bounds, HaltPolicy.DEFAULT, vertxFactory);
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "shutdown"));
    node.startOrClose();
    return node;
  }

  private void startOrClose() {
    try {
      start();
    } catch (Exception e) { // awaiting throws undeclared checked exceptions
      close();
      throw e;
    }
  }

  /** Synchronized: a signal during startup waits, then stops everything that was started. */
  private synchronized void start() {
    StartupChecks.warnOfWeakSettings(config);
    DataDirectoryLock lock =
        parts.add(DataDirectoryLock.acquire(config.dataDirectory(), bounds.dataDirectory()));
    Secrets secrets = secrets();
    StartupRetry retry = new StartupRetry(bounds.start(), () -> stopping);
    RunningDatabase postgres = parts.add(RunningDatabase.open(config, lock, retry));
    this.postgres.set(postgres);
    Metrics metrics = parts.add(new Metrics());
    Vertx vertx = metrics.vertx(new VertxOptions().setPreferNativeTransport(true), vertxFactory);
    this.vertx.set(vertx);
    parts.add(() -> BoundedWait.await(vertx.close(), CLOSE_TIMEOUT));
    PoolSizes pools = PoolSizes.ofNode(config.databasePool());
    DatabaseModule server =
        parts.add(new DatabaseModule(vertx, postgres.service(), pools, bounds.requestWait()));
    server.connect(retry, metrics);
    Database database = server.database();
    NodeContext context = NodeContext.of(config, secrets, vertx, database, metrics, server.clock());
    parts.add(context.traces());
    EraModule eras = new EraModule(context, server.server());
    eras.settle(retry);
    DurabilityCheck durability = new DurabilityCheck(database.workers());
    StartupChecks.requireDurability(config, retry.run(durability::settingsOff));
    parts.add(eras.startWitness());
    Components components = Components.of(context, eras, () -> issuer.get().baseUrl());
    AdministrationModule administration = new AdministrationModule(components);
    new SecretFiles(List.of(secrets.adminTokens(), secrets.gatewaySecrets())).start(vertx);
    retry.run(components.orders()::loadCountries);
    retry.run(components.holds()::createKey);
    components.orders().prepareHolidays();
    StartupChecks.requireKeysInUse(
        retry.run(() -> BoundedWait.await(administration.masterKeys().usage())));
    retry.run(() -> BoundedWait.await(components.signingKeys().start()));
    retry.run(components.evidence()::createKey);
    components.maintenance().createPartitions();
    HealthRoutes health = health(components, postgres.version());
    ApiModule apiModule = new ApiModule(components, issuer);
    api.set(apiModule.start(bounds, health));
    parts.add(apiModule.startFeedPoller());
    HttpServerHandle admin = parts.add(administration.start(bounds.http(), health));
    String adminUrl = config.admin().address(admin.port()).toString();
    banner = StartupBanner.of(issuer.get().baseUrl(), adminUrl);
    if (config.demo()) {
      AdministrationModule.Demo demo = retry.run(() -> administration.demo(issuer.get(), adminUrl));
      banner += demo.commands();
      demoClockMovedTo = demo.movedTo();
    }
    startLoops(components);
    parts.add(components.maintenance().startDurabilityCheck(durability));
    // Last: while the node is starting, slow responses are no outage.
    server.startMonitor(bounds.database(), this::haltIfServerHasEnded);
    EventLoopProbe.start(vertx);
    NodeMetrics.register(vertx, metrics, config.dataDirectory());
  }

  private HealthRoutes health(Components components, String schemaVersion) {
    Database database = components.node().database();
    return new HealthRoutes(
        List.of(
            HealthCheck.database(database),
            HealthCheck.migrations(database, schemaVersion),
            components.telephony().check()),
        vertx(),
        database::isUnavailable,
        () -> stopping,
        config.isLive() && config.laboratory());
  }

  private void startLoops(Components components) {
    NodeContext context = components.node();
    DialingModule dialing = components.dialing();
    RecoveryModule recovery = components.recovery();
    MaintenanceModule maintenance = components.maintenance();
    parts.add(maintenance.startHeartbeat());
    parts.add(maintenance.startPlanRenewal());
    parts.add(components.orders().startCountryRules());
    parts.add(components.telephony().start(context));
    parts.addAll(recovery.start(components.stores().audit()));
    parts.add(components.predial().start());
    parts.add(dialing.start(recovery.origins(), components.enrollments()::onCallsStored));
    parts.add(recovery.startUnknownCalls(dialing));
    parts.addAll(components.holds().start(components.orders()));
    parts.addAll(components.enrollments().start());
    parts.add(components.webhooks().start());
    parts.add(maintenance.startTestClocks());
    parts.addAll(maintenance.startErasure());
    parts.add(components.evidence().startRoots());
    parts.add(maintenance.startCleaning());
    parts.add(maintenance.startRetention());
    parts.add(maintenance.startSearchIndex());
    parts.add(maintenance.startHourlyCounts());
    parts.add(
        DeploymentMetrics.start(context.vertx(), context.database(), context.metrics().registry()));
    parts.add(maintenance.startHorizon());
  }

  /** The addresses of the node, for the console. */
  public String banner() {
    return banner;
  }

  /** The new time of the demo tenant's clock; empty when the start did not move it. */
  public Optional<Instant> demoClockMovedTo() {
    return demoClockMovedTo;
  }

  /** Blocks until the node has stopped. */
  public void awaitClose() throws InterruptedException {
    while (!closed.await(1, TimeUnit.HOURS)) {
      // runs until it is stopped
    }
  }

  boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Makes readiness 503 and stops claims. Does not wait. */
  void announceStop() {
    stopping = true;
    parts.stopClaims();
  }

  /**
   * Closes the listener first, while gateway events are still stored, then everything else in
   * reverse order of start. Each part has its own timeout.
   */
  @Override
  public synchronized void close() {
    announceStop();
    HttpServerHandle listener = api.getAndSet(null);
    if (listener != null) {
      StartedParts.close(listener);
    }
    parts.close();
    closed.countDown();
  }

  /** Nothing starts the embedded server again but a new start of the service. */
  private void haltIfServerHasEnded(Duration outage) {
    RunningDatabase started = postgres.get();
    if (!stopping && outage.compareTo(ENDED_SERVER_LIMIT) >= 0 && started != null) {
      vertx().executeBlocking(started::hasEnded).onSuccess(this::haltIfEnded);
    }
  }

  private void haltIfEnded(boolean ended) {
    if (ended) {
      LOG.error("the embedded PostgreSQL has ended: halting the process");
      halt(ProcessExit.DATABASE_UNREACHABLE);
    }
  }

  /** Ends the embedded PostgreSQL at once, then the process. */
  void abortAndHalt(int exitCode) {
    RunningDatabase started = postgres.get();
    try {
      if (started != null) {
        BoundedStep.run(ABORT_LIMIT, started::abort);
      }
    } finally {
      halt(exitCode);
    }
  }

  void halt(int exitCode) {
    haltPolicy.halt().accept(exitCode);
  }

  Vertx vertx() {
    return Objects.requireNonNull(vertx.get());
  }

  private Secrets secrets() {
    try {
      return Secrets.of(config);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
