package eu.callorders.server.app;

import eu.callorders.core.window.CountryRule;
import eu.callorders.server.admin.SubjectRecords;
import eu.callorders.server.call.CallResource;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.config.Config;
import eu.callorders.server.country.CountryRuleEditor;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.enrollment.EnrollmentExport;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.idempotency.IdempotencyStore;
import eu.callorders.server.idempotency.IdempotentBatch;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.idempotency.RequestBatchHandler;
import eu.callorders.server.order.AcceptedOrderBodies;
import eu.callorders.server.order.CallOrderResource;
import eu.callorders.server.order.CreateOrderOperation;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderBatchAcceptor;
import eu.callorders.server.order.OrderEditor;
import eu.callorders.server.order.OrderTracer;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.order.SandboxNotice;
import eu.callorders.server.order.SchedulingRules;
import eu.callorders.server.ordertype.OrderTypeCatalog;
import eu.callorders.server.ordertype.OrderTypeResource;
import eu.callorders.server.ordertype.OrderTypeVersionResource;
import eu.callorders.server.window.JollydayHolidays;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.scenario.MagicNumber;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The components of call orders, calls and order types. */
final class OrderModule {
  private final NodeContext node;
  private final NodeStores stores;
  private final CallView callView;
  private final OrderView view;
  private final OrderTracer tracer;
  private final OrderWriter writer;
  private final JollydayHolidays holidays = new JollydayHolidays();
  private final CountryRules countries = new CountryRules(holidays);
  private final DecisionContextLoader contexts;
  private final IdempotencyStore replies;
  private final IdempotentWrite write;

  /**
   * Creates the components; nothing is started.
   *
   * @param baseUrl the public address, known once the listener has a port
   */
  OrderModule(NodeContext node, NodeStores stores, Supplier<String> baseUrl) {
    this.node = node;
    this.stores = stores;
    this.callView = new CallView(baseUrl);
    this.view = new OrderView(callView);
    this.tracer = new OrderTracer(node.traces(), node.realTime());
    this.writer = new OrderWriter(stores.events(), view, tracer);
    node.database().onNewInstance(countries::invalidate);
    this.contexts =
        new DecisionContextLoader(
            new SubjectHistoryStore(new ContactHasher(node.keyring())),
            stores.holdCheck(),
            node.realTime(),
            countries);
    this.replies = new IdempotencyStore(new AcceptedOrderBodies(view));
    this.write = new IdempotentWrite(node.database(), replies, node.realTime());
  }

  List<Operation> operations() {
    OrderAcceptor acceptor = orderAcceptor();
    OrderBatchAcceptor batches = new OrderBatchAcceptor(acceptor, view, sandboxNotice());
    CallOrderResource callOrders =
        new CallOrderResource(
            node.database(),
            write,
            new CreateOrderOperation(
                node.database(), acceptor, batches, groupCommit(batches, this::wakeDialers)),
            new OrderEditor(writer, contexts),
            contexts,
            view,
            sandboxNotice(),
            node.cursors(),
            node.realTime(),
            () -> DialLoops.wake(node.vertx()));
    CallResource calls = new CallResource(node.database(), callView, node.realTime());
    OrderTypeCatalog catalog = new OrderTypeCatalog(stores.events());
    OrderTypeResource orderTypes =
        new OrderTypeResource(
            node.database(),
            write,
            catalog,
            SchedulingRules::faults,
            node.cursors(),
            node.realTime());
    return Stream.of(
            callOrders.operations(),
            calls.operations(),
            orderTypes.operations(),
            new OrderTypeVersionResource(node.database(), catalog, node.cursors()).operations())
        .flatMap(List::stream)
        .toList();
  }

  /** Writes of requests with an idempotency key. */
  IdempotentWrite write() {
    return write;
  }

  /**
   * Writes that share transactions.
   *
   * @param committed receives the replies after each commit
   */
  <P> GroupCommit<P> groupCommit(RequestBatchHandler<P> handler, Consumer<List<Reply>> committed) {
    IdempotentBatch batches = new IdempotentBatch(replies, node.realTime());
    return new GroupCommit<>(node.database(), batches, write, handler, committed);
  }

  OrderAcceptor orderAcceptor() {
    return new OrderAcceptor(
        stores.events(),
        view,
        contexts,
        new OrderAcceptor.Settings(node.config().isLive(), phonePolicy()),
        node.keyring(),
        tracer,
        node.realTime(),
        node.random());
  }

  OrderAcceptor.PhonePolicy phonePolicy() {
    return node.config().strictNumbers()
        ? phone -> !MagicNumber.isFictional(phone)
        : phone -> false;
  }

  SandboxNotice sandboxNotice() {
    return node.config().isLive()
        ? SandboxNotice.NONE
        : new SandboxNotice(
            MagicNumber::isFictional, node.config().gateway() instanceof Config.Gateway.Embedded);
  }

  /** Reads the hours of countries, after adding those of a file of release 0.1. Blocks. */
  void loadCountries() {
    CountryFileImport.run(
        node.config().dataDirectory(),
        node.database(),
        new CountryRuleEditor(countries, stores.audit(), node.realTime()));
    countries.runOnce(node.database());
  }

  /** Starts the loop that reads the hours of countries which other nodes have changed. */
  WorkLoop.Handle startCountryRules() {
    return WorkLoop.start(
        node.vertx(),
        "country-rules",
        () -> {
          countries.runOnce(node.database());
          return CountryRules.INTERVAL;
        });
  }

  /** Loads the holidays of all countries in the background. */
  void prepareHolidays() {
    Set<String> codes =
        countries.windows().countries().rules().stream()
            .map(CountryRule::country)
            .collect(Collectors.toSet());
    LocalDate today = LocalDate.ofInstant(node.realTime().instant(), ZoneOffset.UTC);
    Thread.ofVirtual().name("holidays").start(() -> holidays.warmUp(codes, today));
  }

  /** The stores of a subject's data, for an export. */
  SubjectRecords records(EnrollmentExport enrollments) {
    return new SubjectRecords(view, callView, enrollments);
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

  private void wakeDialers(List<Reply> stored) {
    boolean due =
        stored.stream()
            .map(Reply::acceptedOrder)
            .anyMatch(accepted -> accepted != null && accepted.due());
    if (due) {
      DialLoops.wakeDialers(node.vertx());
    }
  }
}
