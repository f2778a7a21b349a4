package eu.callorders.server.app;

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
import eu.callorders.server.auth.MasterKeyRotation;
import eu.callorders.server.auth.Registrations;
import eu.callorders.server.concurrent.BoundedStep;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.DatabaseHealthMonitor;
import eu.callorders.server.database.DurabilityCheck;
import eu.callorders.server.http.AnonymousRateLimiter;
import eu.callorders.server.http.ApiSettings;
import eu.callorders.server.http.ApiVerticle;
import eu.callorders.server.http.ConnectionCounter;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.Contract;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.OperationBinder;
import eu.callorders.server.http.RateLimit;
import eu.callorders.server.http.RateLimiter;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.http.TenantSemaphore;
import eu.callorders.server.testclock.DemoClockSetup;
import eu.callorders.server.worker.ClaimingLoops;
import eu.callorders.server.worker.LoopWatchdog;
import eu.callorders.server.worker.Loops;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.pgclient.PgConnectOptions;
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

/**
 * One process of the service: the only place where things are wired, started, and stopped in the
 * opposite order.
 */
public final class Node implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);
  private static final Duration CLOSING = Duration.ofSeconds(4);

  /** With the deadline of a stop and its log line no more than the 20 seconds of a stop. */
  private static final Duration ABORT_LIMIT = Duration.ofSeconds(2);

  private static final int CONNECTIONS = 12;
  private static final String DATABASE_WATCH = "database-watch";
  private static final int FIRST_TRIES = 10;
  private static final RateLimit PER_ADDRESS = new RateLimit(20, 40);

  /**
   * How long the node waits for others.
   *
   * @param database until it takes PostgreSQL for away
   * @param connection for a connection that others use: a client is answered within two seconds
   * @param http for clients, and for how many of them
   */
  record Bounds(
      DatabaseHealthMonitor.Timeouts database, Duration connection, ConnectionLimits http) {
    static final Bounds DEFAULT =
        new Bounds(
            DatabaseHealthMonitor.Timeouts.DEFAULT,
            Duration.ofMillis(1500),
            ConnectionLimits.DEFAULT);
  }

  private final Config config;
  private final Bounds bounds;
  private final HaltPolicy haltPolicy;
  private final Function<VertxOptions, VertxBuilder> machine;
  private final Deque<AutoCloseable> running = new ArrayDeque<>();
  private final List<ClaimingLoops> claiming = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicReference<@Nullable Vertx> vertx = new AtomicReference<>();
  private final AtomicReference<@Nullable RunningDatabase> postgres = new AtomicReference<>();
  private final AtomicReference<@Nullable HttpServerHandle> api = new AtomicReference<>();
  private final AtomicReference<@Nullable DatabaseHealthMonitor> watch = new AtomicReference<>();
  private volatile boolean stopping;
  private final IssuerReference issuer = new IssuerReference();
  private String greeting = "";

  private Node(
      Config config,
      Bounds bounds,
      HaltPolicy haltPolicy,
      Function<VertxOptions, VertxBuilder> machine) {
    this.config = config;
    this.bounds = bounds;
    this.haltPolicy = haltPolicy;
    this.machine = machine;
  }

  /**
   * Starts the node of this process and answers it when it serves requests. A signal stops it, also
   * one that arrives on the way up; a loop that stands still ends the process.
   */
  public static Node start(Config config) {
    return start(config, HaltPolicy.DEFAULT);
  }

  static Node start(Config config, HaltPolicy policy) {
    Node node = new Node(config, Bounds.DEFAULT, policy, options -> Vertx.builder().with(options));
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> ProcessStop.run(node, policy.stop()), "shutdown"));
    node.startOrClose();
    node.opened(
        LoopWatchdog.start(
            node.vertx(), policy.loops(), () -> node.abortAndHalt(ProcessExit.LOOP_STANDS_STILL)));
    return node;
  }

  /**
   * @param machine builds what all of it runs on: tests bring networks and name servers of their
   *     own
   */
  static Node start(Config config, Bounds bounds, Function<VertxOptions, VertxBuilder> machine) {
    Node node = new Node(config, bounds, HaltPolicy.DEFAULT, machine);
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "shutdown"));
    node.startOrClose();
    return node;
  }

  private void startOrClose() {
    try {
      start();
    } catch (Exception e) { // awaiting throws checked exceptions too, undeclared
      close();
      throw e;
    }
  }

  /** Holds the monitor, so that a signal in the middle stops what is there once it is there. */
  private synchronized void start() {
    warnOfLaboratory();
    Secrets secrets = secrets();
    RunningDatabase postgres = opened(RunningDatabase.open(config));
    this.postgres.set(postgres);
    Metrics metrics = opened(new Metrics());
    Vertx vertx = metrics.vertx(new VertxOptions().setPreferNativeTransport(true), machine);
    this.vertx.set(vertx);
    opening(() -> BoundedWait.await(vertx.close(), CLOSING));
    PgConnectOptions session = SessionTimeouts.on(ConnectOptions.to(postgres.service()));
    Database database = Database.open(vertx, session, CONNECTIONS, bounds.connection());
    opening(() -> BoundedWait.await(database.close(), CLOSING));
    opening(this::closeWatch);
    metrics.gauge(
        "callorders_database_up", "Whether the database answers", () -> database.isAway() ? 0 : 1);
    UUID node = UUID.randomUUID();
    EraModule eras =
        new EraModule(vertx, session, config, node, InstantSource.system(), new SecureRandom());
    firstAnswer(() -> eras.settle(database));
    DurabilityCheck durability = new DurabilityCheck(database.workers());
    firstAnswer(() -> requireDurability(durability.settingsOff()));
    opened(eras.startWitness());
    Components house = new Components(vertx, config, secrets, database, eras, issuer);
    new SecretFiles(List.of(secrets.adminTokens(), secrets.gatewaySecrets())).start(vertx);
    house.orders().prepareHolidays();
    requireKeysInUse(BoundedWait.await(house.masterKeys().uses()));
    BoundedWait.await(house.signingKeys().start());
    HealthRoutes health = health(house, postgres.version());
    startApi(house, metrics, health);
    metrics.count(
        "callorders_feed_rewound",
        "Readers of the feed whose last event the database has lost",
        house.feedCursors()::rewound);
    URI admin = startAdministration(house, secrets, metrics, health);
    startDialling(house, node, metrics);
    opened(house.upkeep().startDurabilityCheck(durability));
    greeting = StartupBanner.of(issuer.get().baseUrl(), admin.toString());
    if (config.demo()) {
      greeting += demo(house, admin, secrets);
    }
    // Last: a machine that is busy starting is slow to answer, and that is no outage.
    DatabaseHealthMonitor started =
        DatabaseHealthMonitor.start(vertx, database, session, bounds.database());
    watch.set(started);
    Loops.add(vertx, DATABASE_WATCH, started.activity());
    LoopMetrics.register(vertx, metrics.registry());
  }

  private void warnOfLaboratory() {
    if (isLaboratory()) {
      LOG.warn(
          "{}=true: live accepts settings fit for tests only", ConfigKey.LABORATORY.variable());
      LiveSettingsCheck.weaknesses(config)
          .forEach((key, reason) -> LOG.warn("{}: {}", key.variable(), reason));
    }
  }

  private boolean isLaboratory() {
    return config.environment() == Config.Environment.LIVE && config.laboratory();
  }

  private void closeWatch() {
    DatabaseHealthMonitor started = watch.get();
    if (started != null) {
      Loops.remove(vertx(), DATABASE_WATCH);
      started.close();
    }
  }

  /** A machine that is busy starting may be slow to answer. */
  private static void firstAnswer(Runnable question) {
    for (int tries = 1; ; tries++) {
      try {
        question.run();
        return;
      } catch (Exception e) { // awaiting throws checked exceptions too, undeclared
        if (tries == FIRST_TRIES || !DatabaseFailures.is(e)) {
          throw e;
        }
      }
    }
  }

  private void requireDurability(List<String> off) {
    if (off.isEmpty()) {
      return;
    }
    String fault = DurabilityCheck.fault(off);
    if (config.environment() == Config.Environment.LIVE && !config.laboratory()) {
      throw new UnusableDatabaseException(fault);
    }
    LOG.warn("{}; live, the service refuses it", fault);
  }

  /** What a missing key has sealed would be found out one webhook at a time otherwise. */
  private static void requireKeysInUse(List<MasterKeyRotation.KeyUsage> uses) {
    List<String> missing =
        uses.stream()
            .filter(use -> !use.inRing())
            .map(
                use ->
                    "%s: the key %s is not in the ring, but has sealed %s"
                        .formatted(ConfigKey.MASTER_KEY.variable(), use.keyId(), use.sealed()))
            .toList();
    if (!missing.isEmpty()) {
      throw new InvalidConfigException(missing);
    }
  }

  private void startApi(Components house, Metrics metrics, HealthRoutes health) {
    // Apart, so that no flood of addresses takes the room of registrations.
    RateLimiter ofRegistrations = new RateLimiter(house.realTime());
    RateLimiter ofAddresses = new RateLimiter(house.realTime());
    boolean live = config.environment() == Config.Environment.LIVE;
    OperationBinder binder =
        new OperationBinder(
            Contract.load(),
            house.operations(),
            UnimplementedOperations.OPERATIONS,
            house.tokenCheck(),
            ofRegistrations,
            TenantSemaphore.ofProcessors(),
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
    AnonymousRateLimiter strangers = new AnonymousRateLimiter(ofAddresses, settings.addressLimit());
    HttpServerHandle listener =
        HttpServerHandle.open(
            house.vertx(),
            ConfigKey.HTTP_PORT,
            config.http(),
            config.eventLoops(),
            () ->
                new ApiVerticle(
                    settings,
                    binder,
                    ofAddresses,
                    routes(house, strangers, health),
                    house.realTime()));
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
            ? new ConnectionCounter(bounds.http().perAddress(), config.trustedProxies())
            : ConnectionCounter.unlimited();
    metrics.count(
        "callorders_api_connections_evicted",
        "Connections closed for want of room, or with a body that came too slowly",
        connections::closed);
    return connections;
  }

  private static List<RouteModule> routes(
      Components house, AnonymousRateLimiter strangers, HealthRoutes health) {
    List<RouteModule> routes = new ArrayList<>(house.telephony().routes());
    routes.add(house.issuerRoutes(strangers));
    routes.add(new PublicHealthRoutes(house.vertx(), health::recent));
    return routes;
  }

  private void startDialling(Components house, UUID node, Metrics metrics) {
    house.telephony().expose(metrics.registry());
    MaintenanceModule upkeep = house.upkeep();
    opened(upkeep.startHeartbeat(node));
    opened(upkeep.startPlanRenewal(metrics));
    opened(house.telephony().start(house.database(), node));
    opened(house.recovery().startGatewayEra());
    opened(house.recovery().startLogRecovery(house.auditLog()));
    opened(house.dialing().start(house.config().environment(), house.recovery().origins()));
    opened(house.recovery().startUnknownCalls(house.dialing()));
    opened(house.startLadders());
    opened(house.startSuppressionEnforcement());
    opened(house.startWebhooks());
    opened(upkeep.startTestClocks());
    opened(upkeep.startErasing());
    opened(upkeep.startGatewayErasing());
    opened(upkeep.startCleaning(metrics.registry()));
    opened(upkeep.startRetention(house.config().environment()));
    opened(DeploymentMetrics.start(house.vertx(), house.database(), metrics.registry()));
    opened(upkeep.startHorizon(metrics.registry()));
  }

  private RateLimit perAddress() {
    return limitsAddresses() ? PER_ADDRESS : RateLimit.OFF;
  }

  private boolean limitsAddresses() {
    return !config.rateLimit().equals(RateLimit.OFF);
  }

  private HealthRoutes health(Components house, String schemaVersion) {
    return new HealthRoutes(
        List.of(
            HealthCheck.database(house.database()),
            HealthCheck.migrations(house.database(), schemaVersion),
            house.telephony().check()),
        house.vertx(),
        house.database()::isAway,
        () -> stopping,
        isLaboratory());
  }

  private URI startAdministration(
      Components house, Secrets secrets, Metrics metrics, HealthRoutes health) {
    AtomicReference<String> url = new AtomicReference<>("");
    AdminListener.Settings settings =
        new AdminListener.Settings(
            config.admin().host(),
            config.admin().port(),
            url::get,
            secrets.adminTokens()::all,
            perAddress(),
            bounds.http());
    List<Operation> operations = house.adminOperations();
    HttpServerHandle listener =
        opened(
            HttpServerHandle.open(
                house.vertx(),
                ConfigKey.ADMIN_PORT,
                config.admin(),
                1,
                () ->
                    AdminListener.verticle(
                        settings,
                        operations,
                        List.of(health, new MetricsRoutes(metrics)),
                        house.realTime())));
    URI address = config.admin().address(listener.port());
    url.set(address.toString());
    return address;
  }

  private String demo(Components house, URI admin, Secrets secrets) {
    DemoTenant tenant =
        new DemoTenant(
            house.database(),
            house.tenants(),
            house.provisioning(),
            new Registrations(house.realTime(), house.random()),
            house.auditLog(),
            config.dataDirectory());
    DemoCredentials credentials =
        tenant.ensure(
            new DemoCredentials.Addresses(
                issuer.get().baseUrl(),
                issuer.get().authUrl(),
                admin.toString(),
                secrets.adminTokens().first()));
    DemoClockSetup daytime =
        new DemoClockSetup(
            house.database(),
            house.tenants(),
            house.clocks(),
            house.orders().windows(),
            house.auditLog(),
            house.realTime());
    return StartupBanner.demo(
        issuer.get().baseUrl(),
        issuer.get().authUrl(),
        config.dataDirectory(),
        credentials,
        BoundedWait.await(daytime.ensure(credentials.tenantId())));
  }

  /** Where to go next, for whoever started the node by hand. */
  public String greeting() {
    return greeting;
  }

  /** Blocks until the node has been stopped. */
  public void awaitClose() throws InterruptedException {
    while (!closed.await(1, TimeUnit.HOURS)) {
      // a node runs for as long as it is not stopped
    }
  }

  boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** From now on readiness is 503, and nothing more is claimed. Does not wait. */
  void announceStop() {
    stopping = true;
    claiming.forEach(ClaimingLoops::stopClaims);
  }

  /**
   * Ends running requests first, while what the gateway reports is still stored; then everything
   * else, last started first stopped. Each part has a limit of its own.
   */
  @Override
  public synchronized void close() {
    announceStop();
    HttpServerHandle listener = api.getAndSet(null);
    if (listener != null) {
      close(listener);
    }
    while (!running.isEmpty()) {
      close(running.pop());
    }
    closed.countDown();
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.warn("{} did not stop cleanly", part.getClass().getSimpleName(), e);
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

  /** Ends the process. */
  void halt(int exitCode) {
    haltPolicy.halt().accept(exitCode);
  }

  Vertx vertx() {
    return Objects.requireNonNull(vertx.get());
  }

  private <T extends AutoCloseable> T opened(T part) {
    running.push(part);
    if (part instanceof ClaimingLoops loops) {
      claiming.add(loops);
    }
    return part;
  }

  private void opening(AutoCloseable part) {
    running.push(part);
  }

  private Secrets secrets() {
    try {
      return Secrets.of(config);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
