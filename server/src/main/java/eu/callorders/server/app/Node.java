package eu.callorders.server.app;

import eu.callorders.db.DataDirectoryLock;
import eu.callorders.db.UnusableDatabaseException;
import eu.callorders.server.admin.AdminListener;
import eu.callorders.server.admin.DemoCredentials;
import eu.callorders.server.admin.DemoTenant;
import eu.callorders.server.admin.DeploymentMetrics;
import eu.callorders.server.admin.HealthCheck;
import eu.callorders.server.admin.HealthRoutes;
import eu.callorders.server.admin.Metrics;
import eu.callorders.server.admin.MetricsRoutes;
import eu.callorders.server.admin.PublicHealthRoutes;
import eu.callorders.server.auth.Issuer;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.concurrent.BoundedStep;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.config.InvalidConfigException;
import eu.callorders.server.config.LiveSettingsCheck;
import eu.callorders.server.config.SecretFiles;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseClock;
import eu.callorders.server.database.DatabaseHealthMonitor;
import eu.callorders.server.database.DurabilityCheck;
import eu.callorders.server.database.PoolSizes;
import eu.callorders.server.database.PoolerCheck;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.http.ApiSettings;
import eu.callorders.server.http.ApiVerticle;
import eu.callorders.server.http.BytePacer;
import eu.callorders.server.http.ConnectionCounter;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.OperationBinder;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.ratelimit.AnonymousRateLimiter;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimiter;
import eu.callorders.server.testclock.DemoClockSetup;
import eu.callorders.server.worker.ClaimingLoops;
import eu.callorders.server.worker.LoopWatchdog;
import eu.callorders.server.worker.Loops;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
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

  private static final String DATABASE_MONITOR = "database-watch";

  /** The monitor has seen an outage for as long. */
  private static final Duration ENDED_SERVER_LIMIT = Duration.ofSeconds(5);

  private static final RateLimit PER_ADDRESS = new RateLimit(20, 40);

  /**
   * Timeouts of a node.
   *
   * @param database until PostgreSQL counts as unavailable
   * @param requestWait for a pooled connection, for a lock, and for the storage of gateway events:
   *     clients get a reply within two seconds
   * @param http connection limits
   * @param dataDirectory wait of the start for its lock
   * @param start wait of the start for a database that does not respond
   */
  record Bounds(
      DatabaseHealthMonitor.Timeouts database,
      Duration requestWait,
      ConnectionLimits http,
      Duration dataDirectory,
      Duration start) {
    static final Bounds DEFAULT =
        new Bounds(
            DatabaseHealthMonitor.Timeouts.DEFAULT,
            PrimaryServer.LOCK_WAIT,
            ConnectionLimits.DEFAULT,
            DataDirectoryLock.TIMEOUT,
            StartupRetry.LIMIT);
  }

  private final Config config;
  private final Bounds bounds;
  private final HaltPolicy haltPolicy;
  private final Function<VertxOptions, VertxBuilder> vertxFactory;
  private final Deque<AutoCloseable> closeables = new ArrayDeque<>();
  private final List<ClaimingLoops> claiming = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicReference<@Nullable Vertx> vertx = new AtomicReference<>();
  private final AtomicReference<@Nullable RunningDatabase> postgres = new AtomicReference<>();
  private final AtomicReference<@Nullable HttpServerHandle> api = new AtomicReference<>();
  private final AtomicReference<@Nullable DatabaseHealthMonitor> databaseMonitor =
      new AtomicReference<>();
  private volatile boolean stopping;
  private final IssuerReference issuer = new IssuerReference();
  private String banner = "";

  private Node(
      Config config,
      Bounds bounds,
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
    return start(config, Bounds.DEFAULT, HaltPolicy.DEFAULT);
  }

  static Node start(Config config, Bounds bounds, HaltPolicy policy) {
    Node node = new Node(config, bounds, policy, options -> Vertx.builder().with(options));
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> ProcessStop.run(node, policy.stopTimeout()), "shutdown"));
    node.startOrClose();
    node.closeAtStop(
        LoopWatchdog.start(
            node.vertx(), policy.loops(), () -> node.abortAndHalt(ProcessExit.LOOP_STALLED)));
    return node;
  }

  /**
   * @param vertxFactory creates Vert.x; tests supply their own network and name servers
   */
  static Node start(
      Config config, Bounds bounds, Function<VertxOptions, VertxBuilder> vertxFactory) {
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
    warnOfWeakSettings();
    DataDirectoryLock lock =
        closeAtStop(DataDirectoryLock.acquire(config.dataDirectory(), bounds.dataDirectory()));
    Secrets secrets = secrets();
    StartupRetry retry = new StartupRetry(bounds.start(), () -> stopping);
    RunningDatabase postgres = closeAtStop(RunningDatabase.open(config, lock, retry));
    this.postgres.set(postgres);
    Metrics metrics = closeAtStop(new Metrics());
    Vertx vertx = metrics.vertx(new VertxOptions().setPreferNativeTransport(true), vertxFactory);
    this.vertx.set(vertx);
    addCloseable(() -> BoundedWait.await(vertx.close(), CLOSE_TIMEOUT));
    PrimaryServer server = PrimaryServer.of(postgres.service(), bounds.requestWait());
    Database database =
        Database.open(vertx, server, PoolSizes.ofNode(config.databasePool()), bounds.requestWait());
    addCloseable(() -> BoundedWait.await(database.close(), CLOSE_TIMEOUT));
    addCloseable(this::closeDatabaseMonitor);
    metrics.gauge(
        "callorders_database_up",
        "Whether the database responds",
        () -> database.isUnavailable() ? 0 : 1);
    UUID node = UUID.randomUUID();
    DatabaseClock clock = new DatabaseClock(InstantSource.system());
    clock.correct(
        retry.run(() -> BoundedWait.await(server.find(vertx, PrimaryServer.START_LIMIT))));
    retry.run(() -> BoundedWait.await(PoolerCheck.run(vertx, server)));
    metrics.gauge(
        "callorders_clock_deviation_seconds",
        "Time by which the clock of the node's machine is ahead of the database's",
        clock::wallClockDeviation);
    EraModule eras = new EraModule(vertx, server, config, node, clock, new SecureRandom());
    eras.settle(database, retry);
    DurabilityCheck durability = new DurabilityCheck(database.workers());
    requireDurability(retry.run(durability::settingsOff));
    closeAtStop(eras.startWitness());
    Components components = new Components(vertx, config, secrets, database, eras, issuer, clock);
    new SecretFiles(List.of(secrets.adminTokens(), secrets.gatewaySecrets())).start(vertx);
    retry.run(components::loadCountries);
    components.orders().prepareHolidays();
    requireKeysInUse(retry.run(() -> BoundedWait.await(components.masterKeys().usage())));
    retry.run(() -> BoundedWait.await(components.signingKeys().start()));
    HealthRoutes health = health(components, postgres.version());
    startApi(components, metrics, health);
    metrics.count(
        "callorders_feed_rewound",
        "Feed readers whose last event was lost by the database",
        components.feedCursors()::rewinds);
    URI admin = startAdministration(components, secrets, metrics, health);
    startLoops(components, node, metrics);
    closeAtStop(components.maintenance().startDurabilityCheck(durability));
    banner = StartupBanner.of(issuer.get().baseUrl(), admin.toString());
    if (config.demo()) {
      banner += demo(components, admin, secrets);
    }
    // Last: while the node is starting, slow responses are no outage.
    DatabaseHealthMonitor started =
        DatabaseHealthMonitor.start(
            vertx, database, bounds.database(), clock, this::haltIfServerHasEnded);
    databaseMonitor.set(started);
    Loops.add(vertx, DATABASE_MONITOR, started.activity());
    NodeMetrics.register(vertx, metrics, config.dataDirectory());
  }

  private void warnOfWeakSettings() {
    if (isLaboratory()) {
      LOG.warn("{}=true: live accepts settings for tests", ConfigKey.LABORATORY.variable());
      LiveSettingsCheck.weaknesses(config)
          .forEach((key, reason) -> LOG.warn("{}: {}", key.variable(), reason));
    }
  }

  private boolean isLaboratory() {
    return config.environment() == Config.Environment.LIVE && config.laboratory();
  }

  private void closeDatabaseMonitor() {
    DatabaseHealthMonitor started = databaseMonitor.get();
    if (started != null) {
      Loops.remove(vertx(), DATABASE_MONITOR);
      started.close();
    }
  }

  private void requireDurability(List<String> off) {
    if (off.isEmpty()) {
      return;
    }
    String fault = DurabilityCheck.message(off);
    if (config.environment() == Config.Environment.LIVE && !config.laboratory()) {
      throw new UnusableDatabaseException(fault);
    }
    LOG.warn("{}; refused when live", fault);
  }

  /** Fails early: ciphertexts of a missing key would otherwise fail one webhook at a time. */
  private static void requireKeysInUse(List<MasterKeyRotation.KeyUsage> uses) {
    List<String> missing =
        uses.stream()
            .filter(use -> !use.inRing())
            .map(
                use ->
                    "%s: key %s is missing, but encrypts %s"
                        .formatted(
                            ConfigKey.MASTER_KEY.variable(), use.keyId(), use.encryptedRows()))
            .toList();
    if (!missing.isEmpty()) {
      throw new InvalidConfigException(missing);
    }
  }

  private void startApi(Components components, Metrics metrics, HealthRoutes health) {
    // Separate limiters, so that many addresses cannot evict registrations.
    RateLimiter registrationLimiter = new RateLimiter(components.realTime());
    RateLimiter addressLimiter = new RateLimiter(components.realTime());
    boolean live = config.environment() == Config.Environment.LIVE;
    OperationBinder binder =
        new OperationBinder(
            Contract.load(),
            components.operations(),
            components.tokenCheck(),
            registrationLimiter,
            BytePacer.ofBodies(components.realTime()),
            live);
    ApiSettings settings =
        new ApiSettings(
            config.http().host(),
            config.http().port(),
            () -> issuer.get().baseUrl(),
            () -> issuer.get().authUrl(),
            live,
            config.trustedProxies(),
            perAddress(),
            bounds.http(),
            connections(metrics));
    AnonymousRateLimiter anonymousLimiter =
        new AnonymousRateLimiter(addressLimiter, settings.addressLimit());
    HttpServerHandle listener =
        HttpServerHandle.open(
            components.vertx(),
            ConfigKey.HTTP_PORT,
            config.http(),
            config.eventLoops(),
            () ->
                new ApiVerticle(
                    settings,
                    binder,
                    addressLimiter,
                    routes(components, anonymousLimiter, health),
                    components.realTime()));
    issuer.set(
        new Issuer(
            config.authUrl(listener.port()).toString(),
            config.baseUrl(listener.port()).toString(),
            config.environment().wireName()));
    api.set(listener);
  }

  private ConnectionCounter connections(Metrics metrics) {
    ConnectionCounter connections =
        limitsAddresses()
            ? new ConnectionCounter(bounds.http().maxPerAddress(), config.trustedProxies())
            : ConnectionCounter.unlimited();
    metrics.count(
        "callorders_api_connections_evicted",
        "Connections closed at the connection limit or for a slow body",
        connections::evictedCount);
    return connections;
  }

  private List<RouteModule> routes(
      Components components, AnonymousRateLimiter anonymousLimiter, HealthRoutes health) {
    List<RouteModule> routes = new ArrayList<>(components.telephony().routes(bounds.requestWait()));
    routes.add(components.issuerRoutes(anonymousLimiter));
    routes.add(new PublicHealthRoutes(components.vertx(), health::isReady));
    return routes;
  }

  private void startLoops(Components components, UUID node, Metrics metrics) {
    components.telephony().registerMetrics(metrics.registry());
    MaintenanceModule maintenance = components.maintenance();
    closeAtStop(maintenance.startHeartbeat(node));
    closeAtStop(maintenance.startPlanRenewal(metrics));
    closeAtStop(components.orders().startCountryRules());
    closeAtStop(components.telephony().start(components.database(), node));
    closeAtStop(components.recovery().startGatewayEra());
    closeAtStop(components.recovery().startLogRecovery(components.auditLog()));
    closeAtStop(
        components
            .dialing()
            .start(
                components.config().environment(),
                components.recovery().origins(),
                components::onCallsStored));
    closeAtStop(components.recovery().startUnknownCalls(components.dialing()));
    closeAtStop(components.startEnrollments());
    closeAtStop(components.startSuppressionEnforcement());
    closeAtStop(components.startWebhooks());
    closeAtStop(maintenance.startTestClocks());
    closeAtStop(maintenance.startErasing());
    closeAtStop(maintenance.startGatewayErasing());
    closeAtStop(maintenance.startCleaning(metrics.registry()));
    closeAtStop(maintenance.startRetention(components.config().environment()));
    closeAtStop(maintenance.startSearchIndex(metrics));
    closeAtStop(
        DeploymentMetrics.start(components.vertx(), components.database(), metrics.registry()));
    closeAtStop(maintenance.startHorizon(metrics.registry()));
  }

  private RateLimit perAddress() {
    return limitsAddresses() ? PER_ADDRESS : RateLimit.UNLIMITED;
  }

  private boolean limitsAddresses() {
    return !config.rateLimit().equals(RateLimit.UNLIMITED);
  }

  private HealthRoutes health(Components components, String schemaVersion) {
    return new HealthRoutes(
        List.of(
            HealthCheck.database(components.database()),
            HealthCheck.migrations(components.database(), schemaVersion),
            components.telephony().check()),
        components.vertx(),
        components.database()::isUnavailable,
        () -> stopping,
        isLaboratory());
  }

  private URI startAdministration(
      Components components, Secrets secrets, Metrics metrics, HealthRoutes health) {
    AtomicReference<String> url = new AtomicReference<>("");
    AdminListener.Settings settings =
        new AdminListener.Settings(
            config.admin().host(),
            config.admin().port(),
            url::get,
            secrets.adminTokens()::all,
            perAddress(),
            bounds.http());
    List<Operation> operations = components.adminOperations();
    HttpServerHandle listener =
        closeAtStop(
            HttpServerHandle.open(
                components.vertx(),
                ConfigKey.ADMIN_PORT,
                config.admin(),
                1,
                () ->
                    AdminListener.verticle(
                        settings,
                        components.operators(),
                        operations,
                        List.of(health, new MetricsRoutes(metrics)),
                        components.realTime())));
    URI address = config.admin().address(listener.port());
    url.set(address.toString());
    return address;
  }

  private String demo(Components components, URI admin, Secrets secrets) {
    DemoTenant tenant =
        new DemoTenant(
            components.database(),
            components.tenants(),
            components.provisioning(),
            new RegistrationEditor(components.realTime(), components.random()),
            components.auditLog(),
            config.dataDirectory());
    DemoCredentials credentials =
        tenant.ensure(
            new DemoCredentials.Addresses(
                issuer.get().baseUrl(),
                issuer.get().authUrl(),
                admin.toString(),
                secrets.adminTokens().first()));
    DemoClockSetup clockSetup =
        new DemoClockSetup(
            components.database(),
            components.tenants(),
            components.clocks(),
            components.orders().countries().windows(),
            components.auditLog(),
            components.realTime());
    return StartupBanner.demo(
        issuer.get().baseUrl(),
        issuer.get().authUrl(),
        config.dataDirectory(),
        credentials,
        BoundedWait.await(clockSetup.moveToDaytime(credentials.tenantId())));
  }

  /** The addresses of the node, for the console. */
  public String banner() {
    return banner;
  }

  /** Blocks until the node has stopped. */
  public void awaitClose() throws InterruptedException {
    while (!closed.await(1, TimeUnit.HOURS)) {
      // the node runs until it is stopped
    }
  }

  boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Makes readiness 503 and stops claims. Does not wait. */
  void announceStop() {
    stopping = true;
    claiming.forEach(ClaimingLoops::stopClaims);
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
      close(listener);
    }
    while (!closeables.isEmpty()) {
      close(closeables.pop());
    }
    closed.countDown();
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.warn("stop failed: {}", part.getClass().getSimpleName(), e);
    }
  }

  /** Nothing starts the embedded server again but a new start of the service. */
  private void haltIfServerHasEnded(Duration outage) {
    RunningDatabase started = postgres.get();
    if (!stopping
        && outage.compareTo(ENDED_SERVER_LIMIT) >= 0
        && started != null
        && started.hasEnded()) {
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

  private <T extends AutoCloseable> T closeAtStop(T part) {
    closeables.push(part);
    if (part instanceof ClaimingLoops loops) {
      claiming.add(loops);
    }
    return part;
  }

  private void addCloseable(AutoCloseable part) {
    closeables.push(part);
  }

  private Secrets secrets() {
    try {
      return Secrets.of(config);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
