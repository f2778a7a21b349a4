package eu.callorders.server.dial;

import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.evidence.EvidenceKeys;
import eu.callorders.server.evidence.EvidenceWriter;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.signal.BrokenPromiseWorker;
import eu.callorders.server.signal.ClaimSignalHandler;
import eu.callorders.server.signal.SignalBatchProcessor;
import eu.callorders.server.signal.SignalProcessor;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** The units of a node, made from the parts of a fixture. */
final class DialUnits {
  private final DialFixture fixture;

  DialUnits(DialFixture fixture) {
    this.fixture = fixture;
  }

  OrderAcceptor orderAcceptor(Keyring keys) {
    return orderAcceptor(keys, phone -> false);
  }

  OrderAcceptor orderAcceptor(Keyring keys, OrderAcceptor.PhonePolicy phonePolicy) {
    return new OrderAcceptor(
        fixture.events,
        fixture.view,
        fixture.contextLoader,
        new OrderAcceptor.Settings(false, phonePolicy),
        keys,
        fixture.tracer,
        DialFixture.REAL_TIME,
        fixture.random);
  }

  InboxProcessor.OrderParts stores() {
    return new InboxProcessor.OrderParts(
        fixture.orderWriter,
        fixture.contextLoader,
        evidence(),
        fixture.events,
        outcomes(),
        goneOrders(),
        personErasure());
  }

  private GoneOrderAttempts goneOrders() {
    return new GoneOrderAttempts(
        fixture.events,
        fixture.callView,
        unknownObjections(),
        outcomes(),
        evidence(),
        DialFixture.REAL_TIME);
  }

  private OutcomeRecorder outcomes() {
    return new OutcomeRecorder(fixture.holdWriter);
  }

  SignalBatchProcessor signalBatches() {
    return new SignalBatchProcessor(
        new SignalProcessor(
            fixture.enrollments,
            new ClaimSignalHandler(
                fixture.holds, fixture.holdWriter, fixture.orderWriter, fixture.events),
            fixture.events,
            DialFixture.REAL_TIME,
            fixture.random),
        DialFixture.REAL_TIME);
  }

  BrokenPromiseWorker brokenPromises() {
    return new BrokenPromiseWorker(
        fixture.database, fixture.events, signalBatches(), DialFixture.REAL_TIME);
  }

  private EvidenceWriter evidence() {
    return new EvidenceWriter(
        new EvidenceKeys(fixture.database, DialFixture.KEYS, DialFixture.REAL_TIME),
        DialFixture.KEYS,
        "sandbox",
        () -> "http://localhost",
        DialFixture.REAL_TIME);
  }

  private UnknownObjectionWriter unknownObjections() {
    return new UnknownObjectionWriter(fixture.events, DialFixture.REAL_TIME);
  }

  ErasedContactStore erasedContacts() {
    return new ErasedContactStore(new ContactHasher(DialFixture.KEYS));
  }

  private SubjectErasure personErasure() {
    ErasureRequests erasures =
        new ErasureRequests(
            new SubjectCanceler(
                fixture.orderWriter, fixture.enrollmentStore, fixture.enrollmentWriter),
            erasedContacts(),
            DialFixture.REAL_TIME,
            fixture.random);
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
        fixture.database,
        fixture.gateway,
        fixture.inbox,
        unknownObjections(),
        new UnknownCallRecorder(
            fixture.orderWriter,
            fixture.contextLoader,
            goneOrders(),
            fixture.inboxProcessor,
            DialFixture.REAL_TIME),
        contexts,
        personErasure(),
        () -> deployment,
        nanoTime);
  }

  NodeLossWorker newNodeLossWorker(InstantSource realTime, int batch) {
    return new NodeLossWorker(
        fixture.database,
        fixture.simulatorNode,
        fixture.inbox,
        fixture.inboxProcessor,
        realTime,
        batch);
  }

  Reconciler newReconciler(InstantSource realTime) {
    return newReconciler(realTime, 200);
  }

  Reconciler newReconciler(InstantSource realTime, int batch) {
    return new Reconciler(
        fixture.database,
        fixture.gateway,
        fixture.inbox,
        erasure(realTime),
        fixture.simulatorNode,
        realTime,
        batch);
  }

  Reconciler newReconciler(UnaryOperator<Reconciler.Erasure> erasures) {
    return new Reconciler(
        fixture.database,
        fixture.gateway,
        fixture.inbox,
        erasures.apply(erasure(DialFixture.REAL_TIME)),
        fixture.simulatorNode,
        DialFixture.REAL_TIME,
        200);
  }

  private Reconciler.Erasure erasure(InstantSource realTime) {
    SubjectCanceler withdrawal =
        new SubjectCanceler(fixture.orderWriter, fixture.enrollmentStore, fixture.enrollmentWriter);
    return new ErasureRequests(withdrawal, erasedContacts(), realTime, fixture.random)::request;
  }

  Dialer newDialer() {
    return newDialer(DialFixture.REAL_TIME);
  }

  Dialer newPredialDialer() {
    return newDialer(
        CallOrigins.NONE,
        DialFixture.REAL_TIME,
        attempt -> {},
        new ClaimLead(),
        DueTenants.WITH_PREDIAL_CHECK);
  }

  Dialer newDialer(CallOrigins origins) {
    return newDialer(origins, DialFixture.REAL_TIME, attempt -> {}, new ClaimLead());
  }

  Dialer newDialer(InstantSource realTime) {
    return newDialer(CallOrigins.NONE, realTime, attempt -> {}, new ClaimLead());
  }

  Dialer newDialer(Consumer<UUID> placing) {
    return newDialer(CallOrigins.NONE, DialFixture.REAL_TIME, placing, new ClaimLead());
  }

  Dialer newDialer(ClaimLead lead) {
    return newDialer(CallOrigins.NONE, DialFixture.REAL_TIME, attempt -> {}, lead);
  }

  private Dialer newDialer(
      CallOrigins origins, InstantSource realTime, Consumer<UUID> placing, ClaimLead lead) {
    return newDialer(origins, realTime, placing, lead, DueTenants.WITHOUT_PREDIAL_CHECK);
  }

  private Dialer newDialer(
      CallOrigins origins,
      InstantSource realTime,
      Consumer<UUID> placing,
      ClaimLead lead,
      DueTenants tenants) {
    return new Dialer(
        fixture.database,
        new DialContextLoader(fixture.contextLoader, fixture.predial.loader),
        new IntentWriter(fixture.orderWriter, "sandbox", origins, fixture.simulatorNode, realTime),
        fixture.monitor,
        newPlacer(origins, realTime),
        fixture.predial.questions,
        placing,
        lead,
        tenants);
  }

  CallPlacer newPlacer(CallOrigins origins, InstantSource realTime) {
    return new CallPlacer(
        fixture.database,
        fixture.holdCheck,
        fixture.gateway,
        fixture.monitor,
        fixture.inbox,
        origins,
        fixture.traces,
        realTime);
  }
}
