package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Race;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.enrollment.EnrollmentLoop;
import eu.callorders.server.enrollment.EnrollmentSignalHandler;
import eu.callorders.server.enrollment.EnrollmentStore;
import eu.callorders.server.enrollment.EnrollmentWriter;
import eu.callorders.server.enrollment.SequenceEngine;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.enrollment.SuppressionEnforcementWorker;
import eu.callorders.server.enrollment.SuppressionEnforcer;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.CallingWindows;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.order.SandboxNotice;
import eu.callorders.server.ordertype.DefaultOrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.telephony.EmbeddedEventConsumer;
import eu.callorders.server.telephony.EmbeddedGateway;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.testclock.ClockAdvancer;
import eu.callorders.server.window.JollydayHolidays;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.gateway.SimulatorVerticle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** The dial path over its own database and the simulator, without HTTP. */
final class DialFixture implements AutoCloseable {
  private static final String CLOCK_ADVANCER = "test-clock";

  /** The wait of tests with a lost reply; long, since a busy machine may reply late. */
  private static final Duration GATEWAY_TIMEOUT = Duration.ofSeconds(15);

  private static final InstantSource REAL_TIME = InstantSource.system();

  static final Keyring KEYS = Keyring.of(List.of(new byte[32]), new SecureRandom());

  final Vertx vertx = Vertx.vertx();
  final TestDatabase testDatabase;
  final RandomGenerator random;
  final Database database;
  final TestClock clocks = new TestClock();
  final TenantStore tenants = new TenantStore();
  final OrderTypeStore types = new OrderTypeStore();
  final SuppressionStore suppressions = new SuppressionStore();
  final AttemptStore attempts = new AttemptStore();
  final EventStore events;
  final OrderView view = new OrderView(new CallView(() -> "http://localhost:8080"));
  final OrderStore orders = new OrderStore(attempts);
  final OrderWriter orderWriter;
  final StatutoryWindows windows =
      new StatutoryWindows(CountryTable.builtIn(), new JollydayHolidays());
  final CallingWindows callingWindows = new CallingWindows(windows);
  final DecisionContextLoader contextLoader;
  final GatewayInbox inbox = DialLoops.newInbox(vertx);
  final VoiceGateway gateway;
  final GatewayMonitor monitor;
  final Planner planner;
  final Dialer dialer;
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
  private final boolean firstNode;

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
    this(TestDatabase.create(), between, rule, true);
  }

  private DialFixture(
      TestDatabase testDatabase,
      UnaryOperator<VoiceGateway> between,
      CircuitBreaker.Rule rule,
      boolean firstNode) {
    this.testDatabase = testDatabase;
    this.firstNode = firstNode;
    random = new Random(firstNode ? 7 : 8);
    database = Database.open(vertx, options(testDatabase.service()), 8);
    events = new EventStore("sandbox", REAL_TIME, random);
    contextLoader =
        new DecisionContextLoader(
            tenants,
            new SubjectHistoryStore(new ContactHasher(KEYS)),
            suppressions,
            REAL_TIME,
            callingWindows);
    orderWriter = new OrderWriter(orders, attempts, events, view);
    orderAcceptor = orderAcceptor(KEYS);
    enrollmentWriter =
        new EnrollmentWriter(enrollmentStore, orders, orderWriter, contextLoader, events);
    enrollments =
        new EnrollmentSignalHandler(
            enrollmentStore, enrollmentWriter, sequences, suppressions, REAL_TIME, random);
    suppressionEnforcement =
        new SuppressionEnforcementWorker(
            database,
            new SuppressionEnforcer(
                tenants,
                orders,
                orderWriter,
                contextLoader,
                enrollmentStore,
                enrollmentWriter,
                REAL_TIME));
    engine =
        new SequenceEngine(
            database,
            enrollmentStore,
            enrollmentWriter,
            tenants,
            orderAcceptor,
            callingWindows,
            REAL_TIME);
    gateway = between.apply(new EmbeddedGateway(vertx, GATEWAY_TIMEOUT));
    monitor = DialLoops.newMonitor(vertx, "tested", gateway, rule, REAL_TIME);
    planner = new Planner(database, orders, orderWriter, contextLoader, REAL_TIME);
    dialer = newDialer();
    inboxProcessor = new InboxProcessor(database, inbox, monitor, stores(), REAL_TIME);
    reconciler = newReconciler(REAL_TIME);
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

  /** Another node with its own connections to the same database and gateway. */
  DialFixture anotherNode() {
    DialFixture other =
        new DialFixture(testDatabase, own -> gateway, CircuitBreaker.Rule.NEVER, false);
    other.monitor.runOnce();
    return other;
  }

  DialExplanation explain(PlacedOrder order) {
    return new DialExplainer(database, orders, contextLoader, monitor, SandboxNotice.NONE)
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

  /** Changes an order under its subject's lock, as an operation does. */
  OrderDecision change(PlacedOrder order, OrderCommand command) {
    return database
        .asTenant(order.tenant().id(), connection -> change(connection, order.id(), command))
        .await();
  }

  private Future<OrderDecision> change(SqlConnection connection, UUID id, OrderCommand command) {
    return orders
        .load(connection, List.of(id))
        .map(List::getFirst)
        .compose(
            found ->
                Locks.acquire(
                    connection, Set.of(Locks.subject(found.tenantId(), found.subjectReference()))))
        .compose(locked -> orders.load(connection, List.of(id)))
        .map(List::getFirst)
        .compose(
            order ->
                contextLoader
                    .load(connection, List.of(order))
                    .compose(
                        context -> {
                          OrderChange change = orderWriter.open(order, context.now(order));
                          OrderDecision decision = change.apply(command);
                          return orderWriter.save(connection, List.of(change)).map(decision);
                        }));
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

  OrderAcceptor orderAcceptor(Keyring keys) {
    return new OrderAcceptor(
        tenants,
        types,
        suppressions,
        orders,
        events,
        view,
        callingWindows,
        new OrderAcceptor.Settings(false, phone -> false),
        keys,
        REAL_TIME,
        random);
  }

  private InboxProcessor.OrderStores stores() {
    return new InboxProcessor.OrderStores(
        tenants,
        attempts,
        orders,
        orderWriter,
        contextLoader,
        suppressions,
        new TranscriptStore(),
        events,
        goneOrders(),
        personErasure());
  }

  private GoneOrderAttempts goneOrders() {
    return new GoneOrderAttempts(
        attempts,
        tenants,
        events,
        new CallView(() -> "http://localhost:8080"),
        unknownObjections(),
        REAL_TIME);
  }

  private UnknownObjectionWriter unknownObjections() {
    return new UnknownObjectionWriter(tenants, suppressions, events, REAL_TIME);
  }

  ErasedContactStore erasedContacts() {
    return new ErasedContactStore(new ContactHasher(KEYS));
  }

  private SubjectErasure personErasure() {
    ErasureRequests erasures =
        new ErasureRequests(
            new SubjectCanceler(orders, orderWriter, enrollmentStore, enrollmentWriter),
            tenants,
            erasedContacts(),
            REAL_TIME,
            random);
    return new SubjectErasure() {
      @Override
      public Future<?> request(SqlConnection connection, UUID tenantId, String reference) {
        return erasures.request(connection, tenantId, reference);
      }

      @Override
      public Future<?> redact(
          SqlConnection connection, UUID tenantId, String reference, UUID orderId) {
        return erasures.redact(connection, tenantId, reference, orderId);
      }
    };
  }

  UnknownCallProcessor unknownCalls(CallContextCipher contexts, UUID deployment) {
    return unknownCalls(contexts, deployment, System::nanoTime);
  }

  UnknownCallProcessor unknownCalls(
      CallContextCipher contexts, UUID deployment, LongSupplier nanoTime) {
    return new UnknownCallProcessor(
        database,
        gateway,
        inbox,
        tenants,
        orders,
        unknownObjections(),
        new UnknownCallRecorder(
            attempts, orders, orderWriter, contextLoader, goneOrders(), inboxProcessor, REAL_TIME),
        contexts,
        personErasure(),
        () -> deployment,
        nanoTime);
  }

  Reconciler newReconciler(InstantSource realTime) {
    return newReconciler(realTime, 200);
  }

  Reconciler newReconciler(InstantSource realTime, int batch) {
    return new Reconciler(database, attempts, gateway, inbox, erasure(realTime), realTime, batch);
  }

  Reconciler newReconciler(UnaryOperator<Reconciler.Erasure> erasures) {
    return new Reconciler(
        database, attempts, gateway, inbox, erasures.apply(erasure(REAL_TIME)), REAL_TIME, 200);
  }

  private Reconciler.Erasure erasure(InstantSource realTime) {
    SubjectCanceler withdrawal =
        new SubjectCanceler(orders, orderWriter, enrollmentStore, enrollmentWriter);
    return new ErasureRequests(withdrawal, tenants, erasedContacts(), realTime, random)::request;
  }

  Dialer newDialer() {
    return newDialer(REAL_TIME);
  }

  Dialer newDialer(CallOrigins origins) {
    return newDialer(new IntentWriter(orderWriter, "sandbox", origins, REAL_TIME), attempt -> {});
  }

  Dialer newDialer(InstantSource realTime) {
    return newDialer(new IntentWriter(orderWriter, "sandbox", realTime), attempt -> {});
  }

  Dialer newDialer(Consumer<UUID> placing) {
    return newDialer(new IntentWriter(orderWriter, "sandbox", REAL_TIME), placing);
  }

  private Dialer newDialer(IntentWriter intents, Consumer<UUID> placing) {
    return new Dialer(
        database,
        orders,
        orderWriter,
        contextLoader,
        types,
        intents,
        gateway,
        monitor,
        inbox,
        placing);
  }

  static PgConnectOptions options(DatabaseAddress address) {
    return new PgConnectOptions()
        .setHost(address.host())
        .setPort(address.port())
        .setDatabase(address.database())
        .setUser(address.user())
        .setPassword(address.password())
        .setCachePreparedStatements(true);
  }

  /** With the simulator, without loops. */
  DialFixture withSimulator() {
    vertx.deployVerticle(new SimulatorVerticle(REAL_TIME)).await();
    EmbeddedEventConsumer.register(vertx, inbox);
    monitor.runOnce();
    return this;
  }

  private void wakeSequences() {
    EnrollmentLoop.wake(vertx);
    SuppressionEnforcementWorker.wake(vertx);
  }

  /** With the simulator and all loops. */
  DialFixture withLoops() {
    withSimulator();
    DialLoops.start(
        vertx,
        this::wakeSequences,
        monitor,
        haltReleaseWorker,
        planner,
        dialer,
        inboxProcessor,
        reconciler);
    EnrollmentLoop.start(vertx, engine, () -> DialLoops.wake(vertx));
    SuppressionEnforcementWorker.start(vertx, suppressionEnforcement, this::wake);
    WorkLoop.start(vertx, CLOCK_ADVANCER, clockAdvancer()::runOnce);
    return this;
  }

  ClockAdvancer clockAdvancer() {
    return new ClockAdvancer(database, clocks, REAL_TIME, this::wake);
  }

  private void wake() {
    EnrollmentLoop.wake(vertx);
    DialLoops.wake(vertx);
  }

  void wakeClockAdvancer() {
    WorkLoop.wake(vertx, CLOCK_ADVANCER);
  }

  /** A new tenant; its clock shows a time within every calling window. */
  TestTenant tenant() {
    UUID id = UuidV7.at(REAL_TIME.instant(), random);
    DefaultOrderType reminder = new DefaultOrderType(types);
    Instant now = REAL_TIME.instant();
    database
        .asWorker(
            connection ->
                tenants
                    .insert(connection, TestTenants.unlimited(id), now)
                    .compose(done -> reminder.createFor(connection, id, now))
                    .compose(done -> clocks.moveTo(connection, id, wednesdayMorning(now))))
        .await();
    return new TestTenant(this, id);
  }

  /** Ten o'clock on the first Wednesday of the next July, a month without holidays. */
  private static Instant wednesdayMorning(Instant now) {
    ZonedDateTime today = now.atZone(TestTenants.BERLIN);
    ZonedDateTime morning =
        today
            .with(Month.JULY)
            .with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY))
            .with(LocalTime.of(10, 0));
    ZonedDateTime inAYear =
        morning.plusYears(1).with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY));
    return (morning.isAfter(today) ? morning : inAYear).toInstant();
  }

  void change(UUID tenantId, UnaryOperator<Tenant> change) {
    database
        .asWorker(
            connection ->
                tenants
                    .find(connection, tenantId)
                    .compose(
                        tenant ->
                            tenants.update(
                                connection,
                                change.apply(tenant.orElseThrow()),
                                REAL_TIME.instant())))
        .await();
  }

  UUID accept(UUID tenantId, ObjectNode json) {
    UUID id =
        database
            .asTenant(
                tenantId,
                connection ->
                    orderAcceptor.accept(
                        connection, new OrderAcceptor.NewOrder(tenantId, json, null)))
            .map(CallOrder::id)
            .await();
    DialLoops.wakePlanner(vertx);
    return id;
  }

  CallOrder load(UUID id) {
    return database.asWorker(connection -> orders.load(connection, List.of(id))).await().getFirst();
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
