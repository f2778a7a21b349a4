package eu.callorders.server.app;

import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.InboxProcessor;
import eu.callorders.server.enrollment.EnrollmentEditor;
import eu.callorders.server.enrollment.EnrollmentExport;
import eu.callorders.server.enrollment.EnrollmentLoop;
import eu.callorders.server.enrollment.EnrollmentResource;
import eu.callorders.server.enrollment.EnrollmentSignalHandler;
import eu.callorders.server.enrollment.EnrollmentStore;
import eu.callorders.server.enrollment.EnrollmentWriter;
import eu.callorders.server.enrollment.SequenceEngine;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.enrollment.SuppressionEnforcementWorker;
import eu.callorders.server.enrollment.SuppressionEnforcer;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.http.Operation;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The components of enrollments. */
final class EnrollmentModule {
  private final Vertx vertx;
  private final Database database;
  private final TenantStore tenants;
  private final Orders orders;
  private final SequenceStore sequences = new SequenceStore();
  private final EnrollmentStore store = new EnrollmentStore(sequences);
  private final EnrollmentWriter writer;
  private final InstantSource realTime;

  /** The components of orders that enrollments use. */
  record Orders(OrderStore orders, OrderWriter writer, DecisionContextLoader contexts) {}

  EnrollmentModule(
      Vertx vertx,
      Database database,
      TenantStore tenants,
      Orders orders,
      EventStore events,
      InstantSource realTime) {
    this.vertx = vertx;
    this.database = database;
    this.tenants = tenants;
    this.orders = orders;
    this.writer =
        new EnrollmentWriter(store, orders.orders(), orders.writer(), orders.contexts(), events);
    this.realTime = realTime;
    database.onNewInstance(sequences::clear);
  }

  List<Operation> operations(IdempotentWrite write, Cursors cursors) {
    EnrollmentEditor editor =
        new EnrollmentEditor(write, tenants, store, writer, realTime, this::wake);
    return new EnrollmentResource(database, store, editor, cursors).operations();
  }

  EnrollmentSignalHandler signalHandler(SuppressionStore suppressions, RandomGenerator random) {
    return new EnrollmentSignalHandler(store, writer, sequences, suppressions, realTime, random);
  }

  SubjectCanceler subjectCanceler() {
    return new SubjectCanceler(orders.orders(), orders.writer(), store, writer);
  }

  EnrollmentExport export() {
    return new EnrollmentExport(store);
  }

  /** Wakes the loops of enrollments and orders. */
  void wake() {
    EnrollmentLoop.wake(vertx);
    DialLoops.wake(vertx);
  }

  /** Wakes the enforcement of a new suppression. */
  void onSuppression() {
    SuppressionEnforcementWorker.wake(vertx);
  }

  /** Starts the loop that enforces suppressions. */
  WorkLoop.Handle startSuppressionEnforcement() {
    SuppressionEnforcer enforcer =
        new SuppressionEnforcer(
            tenants, orders.orders(), orders.writer(), orders.contexts(), store, writer, realTime);
    return SuppressionEnforcementWorker.start(
        vertx, new SuppressionEnforcementWorker(database, enforcer), this::onSignal);
  }

  /** Wakes the loops after a signal. Orders that steps create are planned afterwards. */
  void onSignal() {
    EnrollmentLoop.wake(vertx);
    DialLoops.wakeReconciler(vertx);
  }

  /** Wakes the loops that process ended steps and suppressions. */
  void onCallsStored(Set<InboxProcessor.Effect> effects) {
    if (effects.contains(InboxProcessor.Effect.STEP_ENDED)) {
      EnrollmentLoop.wake(vertx);
    }
    if (effects.contains(InboxProcessor.Effect.SUPPRESSION_ADDED)) {
      SuppressionEnforcementWorker.wake(vertx);
    }
  }

  WorkLoop.Handle start(OrderAcceptor acceptance, CountryRules countries) {
    SequenceEngine engine =
        new SequenceEngine(database, store, writer, tenants, acceptance, countries, realTime);
    return EnrollmentLoop.start(vertx, engine, () -> DialLoops.wake(vertx));
  }
}
