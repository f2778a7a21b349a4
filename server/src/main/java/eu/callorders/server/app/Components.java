package eu.callorders.server.app;

import eu.callorders.server.admin.AdminOperations;
import eu.callorders.server.admin.TenantCreatedHook;
import eu.callorders.server.admin.TenantProvisioner;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.AccessTokenCheck;
import eu.callorders.server.auth.Issuer;
import eu.callorders.server.auth.IssuerRoutes;
import eu.callorders.server.auth.OperatorCache;
import eu.callorders.server.auth.OperatorEditor;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.auth.TokenIssuer;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.country.CountryRuleEditor;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.dial.InboxProcessor;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.erasure.ErasureWorker;
import eu.callorders.server.event.EventResource;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.FeedCursors;
import eu.callorders.server.http.LostResourceNotice;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.SourceAddress;
import eu.callorders.server.http.TokenCheck;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.idempotency.IdempotencyStore;
import eu.callorders.server.idempotency.IdempotentBatch;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.SchedulingRules;
import eu.callorders.server.ordertype.DefaultOrderType;
import eu.callorders.server.ordertype.OrderTypeCatalog;
import eu.callorders.server.ordertype.OrderTypeDefaults;
import eu.callorders.server.ordertype.OrderTypeResource;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ratelimit.AnonymousRateLimiter;
import eu.callorders.server.recovery.Eras;
import eu.callorders.server.sequence.SequenceCatalog;
import eu.callorders.server.sequence.SequenceDocument;
import eu.callorders.server.sequence.SequenceEditor;
import eu.callorders.server.sequence.SequenceFeature;
import eu.callorders.server.sequence.SequenceResource;
import eu.callorders.server.sequence.SequenceRules;
import eu.callorders.server.signal.SignalBatchProcessor;
import eu.callorders.server.signal.SignalExport;
import eu.callorders.server.signal.SignalProcessor;
import eu.callorders.server.signal.SignalResource;
import eu.callorders.server.signal.SignalStore;
import eu.callorders.server.suppression.SuppressionResource;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.OwnTenantResource;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.testclock.ClockAdvancer;
import eu.callorders.server.worker.ClaimingLoops;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Creates and wires the components of a node. */
final class Components {
  private final Vertx vertx;
  private final Config config;
  private final Database database;
  private final Cursors cursors;
  private final Eras eras;
  private final FeedCursors feedCursors;
  private final Supplier<Issuer> addresses;
  private final SecureRandom random = new SecureRandom();
  private final InstantSource realTime;

  private final TenantStore tenants = new TenantStore();
  private final OrderTypeStore orderTypes = new OrderTypeStore();
  private final SuppressionStore suppressions = new SuppressionStore();
  private final SignalStore signals = new SignalStore();
  private final TestClock clocks = new TestClock();
  private final ErasedContactStore erasedContacts;
  private final EventStore events;
  private final OrderModule orders;
  private final Keyring keyring;
  private final MasterKeyRotation masterKeys;
  private final SigningKeys signingKeys;
  private final OperatorCache operators;
  private final AuditLog auditLog;
  private final EnrollmentModule enrollments;
  private final WebhookModule webhooks;
  private final TelephonyModule telephony;
  private final RecoveryModule recovery;
  private final ErasureRequests erasures;
  private final DialingModule dialing;
  private final CostlyRequests costlyRequests = new CostlyRequests();

  /**
   * Creates the components; nothing is started.
   *
   * @param addresses public addresses, known once the listener has a port
   * @param realTime of the database
   */
  Components(
      Vertx vertx,
      Config config,
      Secrets secrets,
      Database database,
      EraModule eraModule,
      Supplier<Issuer> addresses,
      InstantSource realTime) {
    this.vertx = vertx;
    this.realTime = realTime;
    this.config = config;
    this.database = database;
    this.addresses = addresses;
    this.cursors = CursorKeys.of(secrets.masterKeys());
    this.eras = eraModule.eras();
    database.onNewInstance(eras::clear);
    this.feedCursors = new FeedCursors(cursors, eras);
    this.events = new EventStore(config.environment().wireName(), realTime, random);
    this.keyring = Keyring.of(secrets.masterKeys(), random);
    this.erasedContacts = new ErasedContactStore(new ContactHasher(keyring));
    this.orders =
        new OrderModule(
            vertx,
            config,
            database,
            new OrderModule.Stores(
                tenants,
                orderTypes,
                suppressions,
                new AttemptStore(),
                new TranscriptStore(),
                events),
            keyring,
            () -> addresses.get().baseUrl(),
            realTime);
    this.enrollments =
        new EnrollmentModule(
            vertx,
            database,
            tenants,
            new EnrollmentModule.Orders(orders.orders(), orders.writer(), orders.contexts()),
            events,
            realTime);
    this.masterKeys = new MasterKeyRotation(database, keyring, EncryptedTables.ALL);
    this.signingKeys = new SigningKeys(vertx, database, keyring, realTime);
    this.operators = new OperatorCache(vertx, database, realTime);
    this.auditLog = new AuditLog(realTime, random);
    this.webhooks =
        new WebhookModule(
            vertx, config, keyring, database, eraModule.node(), tenants, events, realTime, random);
    this.telephony = TelephonyModule.of(vertx, config.gateway(), secrets, realTime, random);
    this.recovery = new RecoveryModule(vertx, database, eras, eraModule, telephony, keyring);
    this.erasures =
        new ErasureRequests(
            enrollments.subjectCanceler(), tenants, erasedContacts, realTime, random);
    this.dialing =
        new DialingModule(
            vertx, database, orders, telephony, erasures, eraModule::beforePlacing, realTime);
  }

  List<Operation> operations() {
    IdempotencyStore replies = orders.idempotencyStore();
    IdempotentWrite write = new IdempotentWrite(database, replies, realTime);
    return Stream.of(
            orders.operations(write, replies, cursors, orderAcceptor()),
            orders.callOperations(),
            orderTypeOperations(write),
            sequenceOperations(write),
            enrollments.operations(write, cursors),
            suppressionOperations(write),
            signalOperations(write, replies),
            webhooks.operations(write, tenants, cursors, feedCursors, costlyRequests),
            new EventResource(database, feedCursors, realTime).operations(),
            new OwnTenantResource(database, tenants, snapshot()).operations())
        .flatMap(List::stream)
        .<Operation>map(each -> new LostResourceNotice(each, () -> eras.lostSpans(database)))
        .toList();
  }

  private List<Operation> orderTypeOperations(IdempotentWrite write) {
    OrderTypeCatalog catalog = new OrderTypeCatalog(orderTypes, events);
    return new OrderTypeResource(
            database, write, tenants, catalog, SchedulingRules::faults, cursors, realTime)
        .operations();
  }

  private List<Operation> sequenceOperations(IdempotentWrite write) {
    SequenceCatalog catalog = new SequenceCatalog();
    SequenceFeature feature = new SequenceFeature(database, tenants);
    SequenceEditor editor = new SequenceEditor(catalog, tenants, events, realTime, random);
    SequenceRules rules = new SequenceRules(SchedulingRules::faults);
    SequenceDocument document = new SequenceDocument(OrderTypeDefaults::of);
    return new SequenceResource(database, write, catalog, feature, editor, rules, document, cursors)
        .operations();
  }

  private List<Operation> suppressionOperations(IdempotentWrite write) {
    return new SuppressionResource(
            database,
            write,
            new SuppressionResource.Stores(tenants, suppressions, events),
            cursors,
            realTime,
            random,
            enrollments::onSuppression)
        .operations();
  }

  private List<Operation> signalOperations(IdempotentWrite write, IdempotencyStore replies) {
    SignalProcessor processor =
        new SignalProcessor(
            signals, enrollments.signalHandler(suppressions, random), events, realTime, random);
    SignalBatchProcessor batch = new SignalBatchProcessor(tenants, signals, processor, realTime);
    GroupCommit<?> writes =
        new GroupCommit<>(
            database,
            new IdempotentBatch(replies, realTime),
            write,
            batch,
            stored -> enrollments.onSignal());
    return new SignalResource(database, signals, writes, orders.phonePolicy()).operations();
  }

  private OrderAcceptor orderAcceptor() {
    return orders.orderAcceptor(random);
  }

  FeedCursors feedCursors() {
    return feedCursors;
  }

  TokenCheck tokenCheck() {
    return new AccessTokenCheck(
        vertx, database, signingKeys, addresses, config.rateLimit(), realTime);
  }

  OperatorCache operators() {
    return operators;
  }

  /**
   * The token endpoint and its keys.
   *
   * @param limit requests per address
   */
  IssuerRoutes issuerRoutes(AnonymousRateLimiter limit) {
    TokenIssuer issuer = new TokenIssuer(vertx, database, signingKeys, addresses, realTime, random);
    return new IssuerRoutes(issuer, signingKeys, addresses, SourceAddress::of, limit);
  }

  MasterKeyRotation masterKeys() {
    return masterKeys;
  }

  SigningKeys signingKeys() {
    return signingKeys;
  }

  TelephonyModule telephony() {
    return telephony;
  }

  OrderModule orders() {
    return orders;
  }

  /** Reads the hours of countries, after adding those of a file of release 0.1. Blocks. */
  void loadCountries() {
    CountryFileImport.run(
        config.dataDirectory(),
        database,
        new CountryRuleEditor(orders.countries(), auditLog, realTime));
    orders.countries().runOnce(database);
  }

  RecoveryModule recovery() {
    return recovery;
  }

  DialingModule dialing() {
    return dialing;
  }

  /** Wakes the loops that process ended steps and suppressions. */
  void onCallsStored(Set<InboxProcessor.Effect> effects) {
    enrollments.onCallsStored(effects);
  }

  /** Starts the loop that executes due enrollment steps. */
  WorkLoop.Handle startEnrollments() {
    return enrollments.start(orderAcceptor(), orders.countries());
  }

  /** Starts the loop that enforces new suppressions. */
  WorkLoop.Handle startSuppressionEnforcement() {
    return enrollments.startSuppressionEnforcement();
  }

  /** Starts the loops that send webhooks. */
  ClaimingLoops startWebhooks() {
    return webhooks.start();
  }

  MaintenanceModule maintenance() {
    return new MaintenanceModule(
        vertx,
        database,
        new ErasureWorker(
            database, enrollments.subjectCanceler(), tenants, erasedContacts, auditLog, realTime),
        tenants,
        auditLog,
        telephony.gateway(),
        new ClockAdvancer(database, clocks, realTime, enrollments::wake),
        realTime);
  }

  List<Operation> adminOperations() {
    return administration().all().stream()
        .map(
            each ->
                each.operationId().equals("exportSubject")
                    ? costlyRequests.limitByPath(each)
                    : each)
        .toList();
  }

  private AdminOperations administration() {
    return new AdminOperations(
        config.environment().wireName(),
        database,
        tenants,
        clocks,
        provisioning(),
        new RegistrationEditor(realTime, random),
        new AdminOperations.OperatorParts(new OperatorEditor(realTime, random), operators),
        signingKeys,
        masterKeys,
        snapshot(),
        orders.countries(),
        cursors,
        dialing.explainer(),
        auditLog,
        new HaltControl(realTime, random),
        telephony::monitor,
        new AdminOperations.SubjectParts(
            erasures, orders.records(new SignalExport(signals), enrollments.export())),
        realTime,
        new AdminOperations.Callbacks(
            () -> MaintenanceModule.wakeTestClocks(vertx),
            () -> DialLoops.wakeAfterResume(vertx),
            () -> MaintenanceModule.wakeDeletion(vertx),
            () -> MaintenanceModule.wakeErasure(vertx)));
  }

  /** Creates tenants, each with the default order type. */
  TenantProvisioner provisioning() {
    DefaultOrderType reminder = new DefaultOrderType(orderTypes);
    TenantCreatedHook orderType =
        (connection, tenant) -> reminder.createFor(connection, tenant.id(), tenant.now(realTime));
    return new TenantProvisioner(tenants, List.of(orderType), realTime, random);
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
