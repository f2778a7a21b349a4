package eu.callorders.server.app;

import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.admin.AdminOperations;
import eu.callorders.server.admin.PersonRecords;
import eu.callorders.server.admin.Provisioning;
import eu.callorders.server.admin.TenantCreated;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.AccessTokenCheck;
import eu.callorders.server.auth.Issuer;
import eu.callorders.server.auth.IssuerRoutes;
import eu.callorders.server.auth.MasterKeyRing;
import eu.callorders.server.auth.MasterKeys;
import eu.callorders.server.auth.Registrations;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.auth.TokenIssuer;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.GetCallOperation;
import eu.callorders.server.call.GetCallRecordingOperation;
import eu.callorders.server.call.GetCallTranscriptOperation;
import eu.callorders.server.call.PersonStore;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.CallContextCipher;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.Dialer;
import eu.callorders.server.dial.Explanations;
import eu.callorders.server.dial.GatewayEra;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.server.dial.GatewayWatch;
import eu.callorders.server.dial.GoneOrderAttempts;
import eu.callorders.server.dial.HaltRelease;
import eu.callorders.server.dial.Halting;
import eu.callorders.server.dial.InboxWork;
import eu.callorders.server.dial.Intents;
import eu.callorders.server.dial.LogRecovery;
import eu.callorders.server.dial.PersonErasure;
import eu.callorders.server.dial.Planner;
import eu.callorders.server.dial.Reconciler;
import eu.callorders.server.dial.UnknownCallProcessor;
import eu.callorders.server.dial.UnknownCallRecorder;
import eu.callorders.server.dial.UnknownObjectionWriter;
import eu.callorders.server.erasure.Erasures;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.FeedCursors;
import eu.callorders.server.event.GetEventOperation;
import eu.callorders.server.event.ListEventsOperation;
import eu.callorders.server.http.Cursors;
import eu.callorders.server.http.LostResourceNotice;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.SourceAddress;
import eu.callorders.server.http.StrangerLimit;
import eu.callorders.server.http.TokenCheck;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.idempotency.IdempotentBatch;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.optout.CreateSuppressionOperation;
import eu.callorders.server.optout.DeleteSuppressionOperation;
import eu.callorders.server.optout.ListSuppressionsOperation;
import eu.callorders.server.order.Acceptance;
import eu.callorders.server.order.CallingWindows;
import eu.callorders.server.order.CancelCallOrderOperation;
import eu.callorders.server.order.CreateCallOrderOperation;
import eu.callorders.server.order.GetCallOrderOperation;
import eu.callorders.server.order.ListCallOrdersOperation;
import eu.callorders.server.order.ListCallsOperation;
import eu.callorders.server.order.OrderAnnouncements;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderEditing;
import eu.callorders.server.order.OrderKeyHasher;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.order.SchedulingRules;
import eu.callorders.server.order.Situations;
import eu.callorders.server.order.TermsOfOrder;
import eu.callorders.server.order.UpdateCallOrderOperation;
import eu.callorders.server.ordertype.ArchiveOrderTypeOperation;
import eu.callorders.server.ordertype.CreateOrderTypeOperation;
import eu.callorders.server.ordertype.GetOrderTypeOperation;
import eu.callorders.server.ordertype.ListOrderTypesOperation;
import eu.callorders.server.ordertype.OrderTypeCatalogue;
import eu.callorders.server.ordertype.OrderTypeDefaults;
import eu.callorders.server.ordertype.OrderTypeRules;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.PaymentReminder;
import eu.callorders.server.ordertype.UpdateOrderTypeOperation;
import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.Eras;
import eu.callorders.server.recovery.RecoveryHalt;
import eu.callorders.server.sequence.ActivateSequenceVersionOperation;
import eu.callorders.server.sequence.ArchiveSequenceOperation;
import eu.callorders.server.sequence.CreateSequenceOperation;
import eu.callorders.server.sequence.CreateSequenceVersionOperation;
import eu.callorders.server.sequence.GetSequenceOperation;
import eu.callorders.server.sequence.ListSequencesOperation;
import eu.callorders.server.sequence.SequenceCatalogue;
import eu.callorders.server.sequence.SequenceDocument;
import eu.callorders.server.sequence.SequenceEditing;
import eu.callorders.server.sequence.SequenceFeature;
import eu.callorders.server.sequence.SequenceRules;
import eu.callorders.server.signal.CreateSignalOperation;
import eu.callorders.server.signal.GetSignalOperation;
import eu.callorders.server.signal.Reception;
import eu.callorders.server.signal.SignalBatch;
import eu.callorders.server.signal.SignalExport;
import eu.callorders.server.signal.SignalStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.GetTenantOperation;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.testclock.Walker;
import eu.callorders.server.webhook.EndpointSecrets;
import eu.callorders.server.window.JollydayHolidays;
import eu.callorders.server.worker.ClaimingLoops;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.scenario.MagicNumber;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who works with whom: every part of a node, made once and handed to those who need it. */
final class House {
  private final Vertx vertx;
  private final Config config;
  private final Database database;
  private final Cursors cursors;
  private final Eras eras;
  private final FeedCursors feedCursors;
  private final Supplier<Issuer> addresses;
  private final SecureRandom random = new SecureRandom();
  private final InstantSource realTime = InstantSource.system();

  private final TenantStore tenants = new TenantStore();
  private final OrderTypeStore types = new OrderTypeStore();
  private final SuppressionStore suppressions = new SuppressionStore();
  private final AttemptStore attempts = new AttemptStore();
  private final TranscriptStore transcripts = new TranscriptStore();
  private final TestClock clocks = new TestClock();
  private final EventStore events;
  private final OrderStore orders = new OrderStore(attempts);
  private final CallView callView;
  private final OrderView orderView;
  private final OrderAnnouncements announcements;
  private final OrderBook book;
  private final JollydayHolidays holidays = new JollydayHolidays();
  private final StatutoryWindows windows;
  private final CallingWindows callingWindows;
  private final TermsOfOrder terms;
  private final Situations situations;
  private final MasterKeyRing ring;
  private final MasterKeys masterKeys;
  private final SigningKeys signingKeys;
  private final AuditLog auditLog;
  private final Ladders ladders;
  private final Webhooks webhooks;
  private final Telephony telephony;
  private final CallContextCipher contexts;
  private final GatewayEra gatewayEra;
  private final CostlyRequests costly = new CostlyRequests();

  /**
   * Makes the parts; nothing is started yet.
   *
   * @param addresses the public ones, known once the listener has a port
   */
  House(
      Vertx vertx,
      Config config,
      Secrets secrets,
      Database database,
      EraModule eraModule,
      Supplier<Issuer> addresses) {
    this.vertx = vertx;
    this.config = config;
    this.database = database;
    this.addresses = addresses;
    this.cursors = CursorKeys.of(secrets.masterKeys());
    this.eras = new Eras();
    database.onNewInstance(eras::clear);
    this.feedCursors = new FeedCursors(cursors, eras);
    this.events = new EventStore(config.environment().wireName(), realTime, random);
    this.callView = new CallView(() -> addresses.get().baseUrl());
    this.orderView = new OrderView(callView);
    this.announcements = new OrderAnnouncements(orderView, callView);
    this.book = new OrderBook(orders, attempts, events, announcements);
    this.windows = new StatutoryWindows(Countries.of(config.dataDirectory()), holidays);
    this.callingWindows = new CallingWindows(windows);
    this.terms = new TermsOfOrder(callingWindows);
    this.situations = new Situations(tenants, new PersonStore(), suppressions, realTime, terms);
    this.ladders =
        new Ladders(
            vertx,
            database,
            tenants,
            new Ladders.Orders(orders, book, situations),
            events,
            realTime);
    this.ring = MasterKeyRing.of(secrets.masterKeys(), random);
    this.masterKeys =
        new MasterKeys(database, ring, List.of(SigningKeys.sealed(), EndpointSecrets.sealed()));
    this.signingKeys = new SigningKeys(vertx, database, ring, realTime);
    this.auditLog = new AuditLog(realTime, random);
    this.webhooks = new Webhooks(vertx, config, ring, database, tenants, events, realTime, random);
    this.telephony = Telephony.of(vertx, config.gateway(), secrets, realTime, random);
    this.contexts = new CallContextCipher(ring);
    this.gatewayEra =
        new GatewayEra(
            telephony.gateway(),
            eraModule.node(),
            eraModule.previousNode(),
            this::currentEra,
            eraModule::settleAbove,
            contexts);
  }

  /** Every operation that is built. */
  List<Operation> operations() {
    IdempotentWrite write = new IdempotentWrite(database, realTime);
    return Stream.of(
            ofOrders(write),
            ofOrderTypes(write),
            ofSequences(write),
            ladders.operations(write, cursors),
            ofOptOut(write),
            ofSignals(write),
            webhooks.operations(write, tenants, cursors, feedCursors, costly),
            ofReaders())
        .flatMap(List::stream)
        .<Operation>map(each -> new LostResourceNotice(each, () -> eras.lostSpans(database)))
        .toList();
  }

  private List<Operation> ofOrders(IdempotentWrite write) {
    OrderEditing editing = new OrderEditing(orders, book, situations);
    Runnable wake = () -> DialLoops.wake(vertx);
    return List.of(
        new CreateCallOrderOperation(
            database,
            new IdempotentBatch(realTime),
            write,
            acceptance(),
            orderView,
            () -> DialLoops.accepted(vertx)),
        new ListCallOrdersOperation(database, tenants, orders, orderView, cursors, realTime),
        new GetCallOrderOperation(database, tenants, orders, orderView, realTime),
        new UpdateCallOrderOperation(write, editing, orders, types, orderView, wake),
        new CancelCallOrderOperation(write, editing, orderView));
  }

  private List<Operation> ofOrderTypes(IdempotentWrite write) {
    OrderTypeCatalogue catalogue = new OrderTypeCatalogue(types, events);
    OrderTypeRules rules = new OrderTypeRules(SchedulingRules::faults);
    return List.of(
        new ListOrderTypesOperation(database, catalogue, cursors),
        new CreateOrderTypeOperation(write, tenants, catalogue, rules, realTime),
        new GetOrderTypeOperation(database, catalogue),
        new UpdateOrderTypeOperation(write, tenants, catalogue, rules, realTime),
        new ArchiveOrderTypeOperation(write, tenants, catalogue, realTime));
  }

  private List<Operation> ofSequences(IdempotentWrite write) {
    SequenceCatalogue catalogue = new SequenceCatalogue();
    SequenceFeature feature = new SequenceFeature(database, tenants);
    SequenceEditing editing = new SequenceEditing(catalogue, tenants, events, realTime, random);
    SequenceRules rules = new SequenceRules(SchedulingRules::faults);
    SequenceDocument document = new SequenceDocument(OrderTypeDefaults::of);
    return List.of(
        new ListSequencesOperation(database, catalogue, cursors),
        new CreateSequenceOperation(write, feature, editing, rules, document),
        new GetSequenceOperation(database, catalogue),
        new CreateSequenceVersionOperation(write, feature, editing, rules, document),
        new ActivateSequenceVersionOperation(write, feature, editing),
        new ArchiveSequenceOperation(write, editing));
  }

  private List<Operation> ofOptOut(IdempotentWrite write) {
    return List.of(
        new ListSuppressionsOperation(database, cursors),
        new CreateSuppressionOperation(
            write,
            new CreateSuppressionOperation.Stores(tenants, suppressions, events),
            realTime,
            random,
            ladders::suppressed),
        new DeleteSuppressionOperation(write, tenants, suppressions, events, realTime));
  }

  private List<Operation> ofSignals(IdempotentWrite write) {
    SignalStore signals = new SignalStore();
    Reception reception =
        new Reception(signals, ladders.enrollments(suppressions, random), events, realTime, random);
    SignalBatch batch = new SignalBatch(tenants, signals, reception, realTime);
    GroupCommit writes =
        new GroupCommit(database, new IdempotentBatch(realTime), write, batch, ladders::signalled);
    return List.of(
        new CreateSignalOperation(writes, refusedNumbers()),
        new GetSignalOperation(database, signals));
  }

  /** What reads, and changes nothing. */
  private List<Operation> ofReaders() {
    return List.of(
        new ListCallsOperation(database, tenants, orders, attempts, callView, cursors, realTime),
        new GetCallOperation(database, tenants, attempts, callView, realTime),
        new GetCallTranscriptOperation(database, tenants, attempts, transcripts, realTime),
        new GetCallRecordingOperation(),
        new ListEventsOperation(database, feedCursors, realTime),
        new GetEventOperation(database, realTime),
        new GetTenantOperation(database, tenants, snapshot()));
  }

  private Acceptance acceptance() {
    boolean live = config.environment() == Config.Environment.LIVE;
    return new Acceptance(
        tenants,
        types,
        suppressions,
        orders,
        events,
        announcements,
        terms,
        new Acceptance.Settings(live, refusedNumbers()),
        new OrderKeyHasher(ring),
        realTime,
        random);
  }

  private Acceptance.NumberRule refusedNumbers() {
    return config.strictNumbers() ? phone -> !MagicNumber.isFictional(phone) : phone -> false;
  }

  FeedCursors feedCursors() {
    return feedCursors;
  }

  TokenCheck tokenCheck() {
    return new AccessTokenCheck(
        vertx, database, signingKeys, addresses, config.rateLimit(), realTime);
  }

  /**
   * The token endpoint and its keys.
   *
   * @param limit how often an address may ask
   */
  IssuerRoutes issuerRoutes(StrangerLimit limit) {
    TokenIssuer issuer = new TokenIssuer(vertx, database, signingKeys, addresses, realTime, random);
    return new IssuerRoutes(issuer, signingKeys, addresses, SourceAddress::behind, limit);
  }

  MasterKeys masterKeys() {
    return masterKeys;
  }

  SigningKeys signingKeys() {
    return signingKeys;
  }

  Telephony telephony() {
    return telephony;
  }

  /** Looks up the holidays of every country with a row, beside everything else. */
  void prepareHolidays() {
    Set<String> countries =
        windows.countries().rules().stream().map(CountryRule::country).collect(Collectors.toSet());
    LocalDate today = LocalDate.ofInstant(realTime.instant(), ZoneOffset.UTC);
    Thread.ofVirtual().name("holidays").start(() -> holidays.prepare(countries, today));
  }

  /** Starts the loops of the dial path. */
  DialLoops startDialling() {
    VoiceGateway gateway = telephony.gateway();
    GatewayInbox inbox = telephony.inbox();
    GatewayWatch watch = telephony.watch();
    return DialLoops.start(
        vertx,
        watch,
        new HaltRelease(database, realTime),
        new Planner(database, orders, book, situations, realTime),
        new Dialer(
            database,
            orders,
            book,
            situations,
            types,
            new Intents(book, config.environment().wireName(), gatewayEra, realTime),
            gateway,
            watch,
            inbox),
        inboxWork(),
        new Reconciler(
            database,
            gateway,
            inbox,
            new Erasures(ladders.withdrawal(), tenants, realTime, random)::request,
            realTime));
  }

  private InboxWork inboxWork() {
    return new InboxWork(
        database,
        telephony.inbox(),
        telephony.watch(),
        new InboxWork.OrderStores(
            attempts,
            orders,
            book,
            situations,
            suppressions,
            transcripts,
            events,
            goneOrders(),
            personErasure()),
        realTime);
  }

  private GoneOrderAttempts goneOrders() {
    return new GoneOrderAttempts(
        attempts, tenants, events, callView, unknownObjections(), realTime);
  }

  private UnknownObjectionWriter unknownObjections() {
    return new UnknownObjectionWriter(tenants, suppressions, events, realTime);
  }

  private GatewayEra.Current currentEra() {
    return database.inWorker(
        connection -> {
          Era newest = BoundedWait.await(new RecoveryHalt().state(connection)).newest();
          Era first = BoundedWait.await(eras.all(connection, any -> true)).getFirst();
          return new GatewayEra.Current(first.id(), newest.number(), newest.id());
        });
  }

  /** Starts the loop that lifts the recovery halt once the gateway's log has been read. */
  WorkLoop.Running startLogRecovery() {
    LogRecovery recovery =
        new LogRecovery(
            database,
            telephony.gateway(),
            gatewayEra,
            telephony.watch().name(),
            auditLog,
            () -> DialLoops.resumed(vertx));
    return WorkLoop.start(vertx, "log-recovery", recovery::runOnce);
  }

  /** Starts the loop that asks the gateway for the era of this database. */
  WorkLoop.Running startGatewayEra() {
    return WorkLoop.start(vertx, "gateway-era", gatewayEra::runOnce);
  }

  /** Starts the loop that works off calls which the database does not know. */
  WorkLoop.Running startUnknownCalls() {
    UnknownCallProcessor processor =
        new UnknownCallProcessor(
            database,
            telephony.gateway(),
            telephony.inbox(),
            tenants,
            orders,
            unknownObjections(),
            new UnknownCallRecorder(
                attempts, orders, book, situations, goneOrders(), inboxWork(), realTime),
            contexts,
            personErasure(),
            () -> currentEra().deployment());
    return WorkLoop.start(vertx, "unknown-calls", processor::runOnce);
  }

  private PersonErasure personErasure() {
    Erasures erasures = new Erasures(ladders.withdrawal(), tenants, realTime, random);
    return new PersonErasure() {
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

  /** Starts the loop that carries enrollments on. */
  WorkLoop.Running startLadders() {
    return ladders.start(acceptance(), callingWindows);
  }

  /** Starts the loop that ends what do-not-call entries concern. */
  WorkLoop.Running startSuppressionEnforcement() {
    return ladders.startSuppressionEnforcement();
  }

  /** Starts the loops that send webhooks. */
  ClaimingLoops startWebhooks() {
    return webhooks.start();
  }

  /** The loops that keep things in order. */
  Upkeep upkeep() {
    return new Upkeep(
        vertx,
        database,
        ladders.withdrawal(),
        tenants,
        auditLog,
        telephony.gateway(),
        new Walker(database, clocks, realTime, ladders::wake),
        realTime);
  }

  private PersonRecords held() {
    return new PersonRecords(orders, orderView, callView, new SignalExport(), ladders.export());
  }

  /** Every operation of the administration. */
  List<Operation> adminOperations() {
    return administration().all().stream()
        .map(each -> each.operationId().equals("exportSubject") ? costly.ofPath(each) : each)
        .toList();
  }

  private AdminOperations administration() {
    return new AdminOperations(
        config.environment().wireName(),
        database,
        provisioning(),
        new Registrations(realTime, random),
        signingKeys,
        masterKeys,
        snapshot(),
        cursors,
        new Explanations(database, orders, situations, telephony.watch()),
        auditLog,
        new Halting(realTime, random),
        telephony::watch,
        new AdminOperations.Persons(
            new Erasures(ladders.withdrawal(), tenants, realTime, random), held()),
        realTime,
        new AdminOperations.Bells(
            () -> Upkeep.wakeTestClocks(vertx),
            () -> DialLoops.resumed(vertx),
            () -> Upkeep.wakeEraser(vertx)));
  }

  /** Creates tenants, each with the order type that every tenant owns. */
  Provisioning provisioning() {
    PaymentReminder reminder = new PaymentReminder(types);
    TenantCreated orderType =
        (connection, tenant) -> reminder.give(connection, tenant.id(), tenant.now(realTime));
    return new Provisioning(tenants, List.of(orderType), realTime, random);
  }

  private TenantSnapshotView snapshot() {
    return new TenantSnapshotView(config.environment().wireName(), config.webhooks().egressIps());
  }

  Vertx vertx() {
    return vertx;
  }

  Config config() {
    return config;
  }

  Database database() {
    return database;
  }

  TenantStore tenants() {
    return tenants;
  }

  StatutoryWindows windows() {
    return windows;
  }

  AuditLog auditLog() {
    return auditLog;
  }

  TestClock clocks() {
    return clocks;
  }

  InstantSource realTime() {
    return realTime;
  }

  SecureRandom random() {
    return random;
  }
}
