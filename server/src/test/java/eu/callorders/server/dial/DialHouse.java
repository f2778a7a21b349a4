package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.UuidV7;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.PersonStore;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.database.Database;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.http.Json;
import eu.callorders.server.order.Acceptance;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderAnnouncements;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.order.Situations;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.PaymentReminder;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.telephony.EmbeddedGateway;
import eu.callorders.server.telephony.EmbeddedGatewayEvents;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.testclock.Walker;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.gateway.SimulatorVerticle;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** The whole dial path over a database of its own and the simulator, without HTTP. */
final class DialHouse implements AutoCloseable {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  final Vertx vertx = Vertx.vertx();
  final TestDatabase testDatabase = TestDatabase.create();
  final Database database;
  final UUID tenantId;
  final OrderStore orders;
  final OrderBook book;
  final OrderView view;
  final Acceptance acceptance;
  final GatewayInbox inbox;
  final Planner planner;
  final Dialer dialer;
  final InboxWork inboxWork;
  final Reconciler reconciler;
  final TestClock clocks = new TestClock();
  private final TenantStore tenants = new TenantStore();

  DialHouse() {
    RandomGenerator random = new Random(7);
    InstantSource realTime = InstantSource.system();
    database = Database.open(vertx, options(testDatabase.service()), 8);
    OrderTypeStore types = new OrderTypeStore();
    AttemptStore attempts = new AttemptStore();
    SuppressionStore suppressions = new SuppressionStore();
    EventStore events = new EventStore("sandbox", realTime, random);
    CallView calls = new CallView(() -> "http://localhost:8080");
    view = new OrderView(calls);
    OrderAnnouncements announcements = new OrderAnnouncements(view, calls);
    orders = new OrderStore(attempts);
    book = new OrderBook(orders, attempts, events, announcements);
    Situations situations =
        new Situations(tenants, new PersonStore(), suppressions, realTime, random);
    acceptance =
        new Acceptance(
            tenants,
            types,
            suppressions,
            orders,
            events,
            announcements,
            new Acceptance.Settings(false, phone -> false),
            realTime,
            random);
    inbox = DialLoops.inbox(vertx);
    EmbeddedGateway gateway = new EmbeddedGateway(vertx, Duration.ofMillis(300));
    planner = new Planner(database, orders, book, situations);
    dialer =
        new Dialer(
            database,
            orders,
            book,
            situations,
            types,
            new Intents(book, "sandbox", realTime, random),
            gateway,
            inbox);
    inboxWork =
        new InboxWork(
            database,
            inbox,
            new InboxWork.OrderStores(
                attempts, orders, book, situations, suppressions, new TranscriptStore(), events),
            realTime,
            random);
    reconciler = new Reconciler(database, gateway, inbox, realTime);
    tenantId = newTenant(new PaymentReminder(types), random);
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

  private UUID newTenant(PaymentReminder reminder, RandomGenerator random) {
    UUID id = UuidV7.at(Instant.now(), random);
    Tenant tenant =
        new Tenant(
            id,
            "Test",
            false,
            "de-DE",
            BERLIN,
            "date_of_birth",
            (ObjectNode) Json.parse("{\"local_call_times\": []}"),
            new Tenant.Quotas(1000, 1_000_000, 1000, 1_000_000),
            new Tenant.Retention("structured", Period.ofDays(90), Period.ZERO, 36),
            true,
            List.of("+493023125001"),
            Duration.ZERO);
    database
        .asWorker(
            connection ->
                tenants
                    .insert(connection, tenant, Instant.now())
                    .compose(done -> reminder.give(connection, id, Instant.now()))
                    .compose(done -> clocks.moveTo(connection, id, nextTenOClock())))
        .await();
    return id;
  }

  /** Ten in the morning of a coming Wednesday: nothing is barred then. */
  private static Instant nextTenOClock() {
    ZonedDateTime day = ZonedDateTime.now(BERLIN).plusDays(1).with(LocalTime.of(10, 0));
    while (day.getDayOfWeek() != java.time.DayOfWeek.WEDNESDAY) {
      day = day.plusDays(1);
    }
    return day.toInstant();
  }

  DialHouse running() {
    vertx.deployVerticle(new SimulatorVerticle(InstantSource.system())).await();
    EmbeddedGatewayEvents.deliver(vertx, inbox);
    DialLoops.start(vertx, planner, dialer, inboxWork, reconciler);
    Walker walker =
        new Walker(database, clocks, InstantSource.system(), () -> DialLoops.wake(vertx));
    WorkLoop.deploy(vertx, "test-clock", walker::runOnce).await();
    return this;
  }

  UUID order(String phone, String more) {
    return order("person-" + UUID.randomUUID(), phone, more);
  }

  UUID order(String reference, String phone, String more) {
    String json =
        """
        {"order_type": "payment_reminder",
         "subject": {"reference": "%s", "name": {"given_name": "Erika", "family_name": "Muster"}},
         "contacts": [{"channel": "phone", "value": "%s"}],
         "context": {"claim": {"outstanding": {"value": "120.50", "currency": "EUR"},
           "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}}%s}
        """
            .formatted(reference, phone, more.isEmpty() ? "" : ", " + more);
    UUID id =
        database
            .asTenant(
                tenantId,
                connection ->
                    acceptance.accept(connection, tenantId, (ObjectNode) Json.parse(json)))
            .map(CallOrder::id)
            .await();
    DialLoops.wake(vertx);
    return id;
  }

  CallOrder load(UUID id) {
    return database
        .asTenant(tenantId, connection -> orders.load(connection, List.of(id)))
        .await()
        .getFirst();
  }

  JsonNode shown(UUID id) {
    return view.of(load(id), Audience.CONVERSATION_READER, Instant.now());
  }

  /** Advances the clock and waits until the walk has ended. */
  void advance(Duration by) {
    database
        .asWorker(
            connection ->
                clocks
                    .read(connection, tenantId)
                    .compose(
                        clock ->
                            clocks.advanceTo(
                                connection, tenantId, clock.orElseThrow().now().plus(by))))
        .await();
    WorkLoop.wake(vertx, "test-clock");
    await(() -> clock().target().isEmpty());
  }

  TestClock.Reading clock() {
    return database.asWorker(connection -> clocks.read(connection, tenantId)).await().orElseThrow();
  }

  /** Waits until a condition holds that is looked at over and over, for half a minute at most. */
  static void await(java.util.function.BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it did not come about within 30 seconds");
      }
      java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
    }
  }

  void awaitTerminal(UUID id) {
    await(() -> load(id).state().status().terminal());
  }

  @Override
  public void close() {
    vertx.close().await();
    testDatabase.close();
  }
}
