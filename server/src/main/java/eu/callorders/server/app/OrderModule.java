package eu.callorders.server.app;

import eu.callorders.core.window.CountryRule;
import eu.callorders.server.admin.SubjectRecords;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallResource;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.config.Config;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.enrollment.EnrollmentExport;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.idempotency.IdempotencyStore;
import eu.callorders.server.idempotency.IdempotentBatch;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.order.AcceptedOrderBodies;
import eu.callorders.server.order.CallOrderResource;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderBatchAcceptor;
import eu.callorders.server.order.OrderEditor;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.order.SandboxNotice;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.signal.SignalExport;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.window.JollydayHolidays;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.scenario.MagicNumber;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The components of call orders and calls. */
final class OrderModule {
  private final Vertx vertx;
  private final Config config;
  private final Database database;
  private final Stores stores;
  private final Keyring keyring;
  private final OrderStore orders;
  private final CallView callView;
  private final OrderView view;
  private final OrderWriter writer;
  private final JollydayHolidays holidays = new JollydayHolidays();
  private final CountryRules countries = new CountryRules(holidays);
  private final DecisionContextLoader contexts;
  private final InstantSource realTime;

  /** The stores that other modules use too. */
  record Stores(
      TenantStore tenants,
      OrderTypeStore orderTypes,
      SuppressionStore suppressions,
      AttemptStore attempts,
      TranscriptStore transcripts,
      EventStore events) {}

  /**
   * Creates the components; nothing is started.
   *
   * @param ring hashes order keys and the contacts of erased subjects
   * @param baseUrl the public address, known once the listener has a port
   */
  OrderModule(
      Vertx vertx,
      Config config,
      Database database,
      Stores stores,
      Keyring ring,
      Supplier<String> baseUrl,
      InstantSource realTime) {
    this.vertx = vertx;
    this.config = config;
    this.database = database;
    this.stores = stores;
    this.keyring = ring;
    this.realTime = realTime;
    this.orders = new OrderStore(stores.attempts());
    this.callView = new CallView(baseUrl);
    this.view = new OrderView(callView);
    this.writer = new OrderWriter(stores.attempts(), stores.events(), view);
    database.onNewInstance(countries::invalidate);
    this.contexts =
        new DecisionContextLoader(
            stores.tenants(),
            new SubjectHistoryStore(new ContactHasher(ring)),
            stores.suppressions(),
            realTime,
            countries);
  }

  List<Operation> operations(
      IdempotentWrite write,
      IdempotencyStore replies,
      Cursors cursors,
      OrderAcceptor orderAcceptor) {
    GroupCommit<?> submissions =
        new GroupCommit<>(
            database,
            new IdempotentBatch(replies, realTime),
            write,
            new OrderBatchAcceptor(orderAcceptor, view, sandboxNotice()),
            this::wakeDialer);
    return new CallOrderResource(
            database,
            write,
            submissions,
            new OrderEditor(orders, stores.orderTypes(), writer, contexts),
            new CallOrderResource.Stores(stores.tenants(), orders, stores.attempts()),
            view,
            cursors,
            realTime,
            () -> DialLoops.wake(vertx))
        .operations();
  }

  IdempotencyStore idempotencyStore() {
    return new IdempotencyStore(new AcceptedOrderBodies(orders, view));
  }

  List<Operation> callOperations() {
    return new CallResource(
            database, stores.tenants(), stores.attempts(), stores.transcripts(), callView, realTime)
        .operations();
  }

  OrderAcceptor orderAcceptor(RandomGenerator random) {
    boolean live = config.environment() == Config.Environment.LIVE;
    return new OrderAcceptor(
        stores.tenants(),
        stores.orderTypes(),
        stores.suppressions(),
        stores.events(),
        view,
        contexts,
        new OrderAcceptor.Settings(live, phonePolicy()),
        keyring,
        realTime,
        random);
  }

  OrderAcceptor.PhonePolicy phonePolicy() {
    return config.strictNumbers() ? phone -> !MagicNumber.isFictional(phone) : phone -> false;
  }

  SandboxNotice sandboxNotice() {
    return config.environment() == Config.Environment.LIVE
        ? SandboxNotice.NONE
        : new SandboxNotice(
            MagicNumber::isFictional, config.gateway() instanceof Config.Gateway.Embedded);
  }

  /** Starts the loop that reads the hours of countries which other nodes have changed. */
  WorkLoop.Handle startCountryRules() {
    return WorkLoop.start(
        vertx,
        "country-rules",
        () -> {
          countries.runOnce(database);
          return CountryRules.INTERVAL;
        });
  }

  /** Loads the holidays of all countries in the background. */
  void prepareHolidays() {
    Set<String> codes =
        countries.windows().countries().rules().stream()
            .map(CountryRule::country)
            .collect(Collectors.toSet());
    LocalDate today = LocalDate.ofInstant(realTime.instant(), ZoneOffset.UTC);
    Thread.ofVirtual().name("holidays").start(() -> holidays.warmUp(codes, today));
  }

  /** The stores of a subject's data, for an export. */
  SubjectRecords records(SignalExport signals, EnrollmentExport enrollments) {
    return new SubjectRecords(orders, view, callView, stores.transcripts(), signals, enrollments);
  }

  Stores stores() {
    return stores;
  }

  OrderStore orders() {
    return orders;
  }

  OrderWriter writer() {
    return writer;
  }

  DecisionContextLoader contexts() {
    return contexts;
  }

  CallView callView() {
    return callView;
  }

  CountryRules countries() {
    return countries;
  }

  private void wakeDialer(List<Reply> stored) {
    boolean due =
        stored.stream()
            .map(Reply::acceptedOrder)
            .anyMatch(accepted -> accepted != null && accepted.due());
    if (due) {
      DialLoops.wakeDialer(vertx);
    }
  }
}
