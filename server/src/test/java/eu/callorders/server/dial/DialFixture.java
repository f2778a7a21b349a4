package eu.callorders.server.dial;

import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Race;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.enrollment.EnrollmentSignalHandler;
import eu.callorders.server.enrollment.EnrollmentStore;
import eu.callorders.server.enrollment.EnrollmentWriter;
import eu.callorders.server.enrollment.SequenceEngine;
import eu.callorders.server.enrollment.SuppressionEnforcementWorker;
import eu.callorders.server.enrollment.SuppressionEnforcer;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.hold.HoldCheck;
import eu.callorders.server.hold.HoldKey;
import eu.callorders.server.hold.HoldStore;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderTracer;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.order.SandboxNotice;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.telephony.EmbeddedGateway;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tracing.RecordedTraces;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** The dial path over its own database and the simulator, without HTTP. */
final class DialFixture implements AutoCloseable {
  /** The wait of tests with a lost reply; long, since a busy machine may reply late. */
  private static final Duration GATEWAY_TIMEOUT = Duration.ofSeconds(15);

  static final InstantSource REAL_TIME = InstantSource.system();
  static final Keyring KEYS = Keyring.of(List.of(new byte[32]), new SecureRandom());
  final Vertx vertx = Vertx.vertx();
  final TestDatabase testDatabase;
  final RandomGenerator random;
  final Database database;
  final HoldKey holdKey = new HoldKey(KEYS, new SecureRandom());
  final HoldStore holds = new HoldStore(holdKey);
  final HoldCheck holdCheck = new HoldCheck(holdKey);
  final EventStore events;
  final CallView callView = new CallView(() -> "http://localhost:8080");
  final OrderView view = new OrderView(callView);
  final HoldWriter holdWriter;
  final RecordedTraces traces = new RecordedTraces();
  final OrderTracer tracer = new OrderTracer(traces, REAL_TIME);
  final OrderWriter orderWriter;
  final RecordedHolidays holidays = new RecordedHolidays();
  final CountryRules countries = new CountryRules(holidays);
  final DecisionContextLoader contextLoader;
  final GatewayInbox inbox = DialLoops.newInbox(vertx);
  final VoiceGateway gateway;
  final GatewayMonitor monitor;
  final PredialFixture predial;
  final Planner planner;
  final Dialer dialer;
  final Dialer predialDialer;
  final InboxProcessor inboxProcessor;
  final Reconciler reconciler;
  final HaltControl haltControl;
  final HaltReleaseWorker haltReleaseWorker;
  final OrderAcceptor orderAcceptor;
  final SequenceStore sequences = new SequenceStore();
  final EnrollmentStore enrollmentStore = new EnrollmentStore(sequences);
  final EnrollmentWriter enrollmentWriter;
  final EnrollmentSignalHandler enrollments;
  final SuppressionEnforcementWorker suppressionEnforcement;
  final SequenceEngine engine;
  final DialUnits units = new DialUnits(this);
  final TestLoops loops = new TestLoops(this);
  final TestOrders orders = new TestOrders(this);
  private final boolean firstNode;

  /** The node whose simulator the gateway stands for; null for a gateway outside. */
  final UUID simulatorNode;

  DialFixture() {
    this(gateway -> gateway);
  }

  /**
   * @param between wraps the gateway
   */
  DialFixture(UnaryOperator<VoiceGateway> between) {
    this(between, CircuitBreaker.Rule.NEVER);
  }

  private DialFixture(UnaryOperator<VoiceGateway> between, CircuitBreaker.Rule rule) {
    this(TestDatabase.create(), between, rule, true, null);
  }

  private DialFixture(
      TestDatabase testDatabase,
      UnaryOperator<VoiceGateway> between,
      CircuitBreaker.Rule rule,
      boolean firstNode,
      UUID simulatorNode) {
    this.testDatabase = testDatabase;
    this.firstNode = firstNode;
    this.simulatorNode = simulatorNode;
    random = new Random(firstNode ? 7 : 8);
    database = Database.open(vertx, ConnectOptions.to(testDatabase.service()), 8);
    BoundedWait.await(holdKey.create(database));
    events = new EventStore("sandbox", REAL_TIME, random);
    holdWriter = new HoldWriter(holds, events, REAL_TIME, random);
    contextLoader =
        new DecisionContextLoader(
            new SubjectHistoryStore(new ContactHasher(KEYS)), holdCheck, REAL_TIME, countries);
    orderWriter = new OrderWriter(events, view, tracer);
    orderAcceptor = units.orderAcceptor(KEYS);
    enrollmentWriter = new EnrollmentWriter(enrollmentStore, orderWriter, contextLoader, events);
    enrollments =
        new EnrollmentSignalHandler(
            enrollmentStore, enrollmentWriter, sequences, REAL_TIME, random);
    suppressionEnforcement =
        new SuppressionEnforcementWorker(
            database,
            new SuppressionEnforcer(
                orderWriter, contextLoader, enrollmentStore, enrollmentWriter, REAL_TIME));
    engine =
        new SequenceEngine(
            database, enrollmentStore, enrollmentWriter, orderAcceptor, countries, REAL_TIME);
    gateway = between.apply(new EmbeddedGateway(vertx, GATEWAY_TIMEOUT));
    monitor = DialLoops.newMonitor(vertx, "tested", gateway, rule, REAL_TIME);
    planner = new Planner(database, orderWriter, contextLoader, REAL_TIME);
    predial = new PredialFixture(this);
    dialer = units.newDialer();
    predialDialer = units.newPredialDialer();
    inboxProcessor =
        new InboxProcessor(database, inbox, monitor, units.stores(), simulatorNode, REAL_TIME);
    reconciler = units.newReconciler(REAL_TIME);
    haltControl = new HaltControl(REAL_TIME, random);
    haltReleaseWorker = new HaltReleaseWorker(database, REAL_TIME);
  }

  /** With a scripted gateway and without loops. */
  static DialFixture withGateway(VoiceGateway byHand) {
    return withGateway(byHand, CircuitBreaker.Rule.NEVER);
  }

  static DialFixture withGateway(VoiceGateway byHand, CircuitBreaker.Rule rule) {
    DialFixture fixture = new DialFixture(simulator -> byHand, rule);
    fixture.monitor.runOnce();
    return fixture;
  }

  /** With a scripted gateway in place of the simulator of that node. */
  static DialFixture withSimulatorOf(UUID node, VoiceGateway byHand) {
    return new DialFixture(
        TestDatabase.create(), own -> byHand, CircuitBreaker.Rule.NEVER, true, node);
  }

  /** Another node with its own connections to the same database and gateway. */
  DialFixture anotherNode() {
    return anotherNode(null, gateway);
  }

  /** Another node on the same database, with a scripted gateway in place of its simulator. */
  DialFixture anotherNode(UUID node, VoiceGateway byHand) {
    DialFixture other =
        new DialFixture(testDatabase, own -> byHand, CircuitBreaker.Rule.NEVER, false, node);
    other.monitor.runOnce();
    return other;
  }

  DialExplanation explain(PlacedOrder order) {
    return new DialExplainer(database, contextLoader, predial.loader, monitor, SandboxNotice.NONE)
        .explain(order.tenant().id(), order.id())
        .await()
        .orElseThrow()
        .explanation();
  }

  /** Schedules and dials due orders once. */
  void dialDue() {
    planner.runOnce();
    dialer.runOnce();
    inboxProcessor.runOnce();
  }

  /** Races two tasks; the first blocks at its events, its last write. */
  <A, B> Race<A, B> race(Callable<A> first, Callable<B> second) throws Exception {
    return raceAt("event", first, second);
  }

  /** The same, with the first blocked at another table. */
  <A, B> Race<A, B> raceAt(String table, Callable<A> first, Callable<B> second) throws Exception {
    return Race.run(table, vertx, testDatabase, first, second);
  }

  /** Stores updates in one batch, then enforces suppressions. */
  void receive(AttemptUpdate... updates) {
    store(updates);
    enforceSuppressions();
  }

  /** Stores updates in one batch. */
  void store(AttemptUpdate... updates) {
    inbox.add(List.of(updates), () -> {});
    inboxProcessor.runOnce();
  }

  /** Enforces all suppressions that are due. */
  void enforceSuppressions() {
    boolean more = true;
    while (more) {
      more = suppressionEnforcement.runOnce();
    }
  }

  /** With the simulator, without loops. */
  DialFixture withSimulator() {
    loops.startSimulator();
    return this;
  }

  /** With the simulator and all loops. */
  DialFixture withLoops() {
    loops.start();
    return this;
  }

  TestTenant tenant() {
    return TestTenants.create(this);
  }

  void change(UUID tenantId, UnaryOperator<Tenant> change) {
    database
        .asWorker(
            connection ->
                TenantStore.find(connection, tenantId)
                    .compose(
                        tenant ->
                            TenantStore.update(
                                connection,
                                change.apply(tenant.orElseThrow()),
                                REAL_TIME.instant())))
        .await();
  }

  List<Row> query(String statement, Object... arguments) {
    return database
        .asWorker(
            connection ->
                connection
                    .preparedQuery(statement)
                    .execute(Tuple.from(List.of(arguments)))
                    .map(rows -> rows.stream().toList()))
        .await();
  }

  @Override
  public void close() {
    vertx.close().await();
    if (firstNode) {
      testDatabase.close();
    }
  }
}
