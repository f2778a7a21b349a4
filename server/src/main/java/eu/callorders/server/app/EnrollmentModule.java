package eu.callorders.server.app;

import eu.callorders.server.admin.SubjectRecords;
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
import eu.callorders.server.forecast.SequencePreviewResource;
import eu.callorders.server.http.Operation;
import eu.callorders.server.order.SchedulingRules;
import eu.callorders.server.ordertype.OrderTypeDefaults;
import eu.callorders.server.promise.PromiseResource;
import eu.callorders.server.sequence.SequenceDocument;
import eu.callorders.server.sequence.SequenceEditor;
import eu.callorders.server.sequence.SequenceFeature;
import eu.callorders.server.sequence.SequenceResource;
import eu.callorders.server.sequence.SequenceRules;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.signal.BrokenPromiseWorker;
import eu.callorders.server.signal.ClaimSignalHandler;
import eu.callorders.server.signal.SignalBatchProcessor;
import eu.callorders.server.signal.SignalProcessor;
import eu.callorders.server.signal.SignalResource;
import eu.callorders.server.suppression.SuppressionResource;
import eu.callorders.server.worker.WorkLoop;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The components of sequences, enrollments, signals, promises and suppressions. */
final class EnrollmentModule {
  private final NodeContext node;
  private final NodeStores stores;
  private final OrderModule orders;
  private final HoldModule holds;
  private final SequenceRules sequenceRules = new SequenceRules(SchedulingRules::faults);
  private final SequenceStore sequences = new SequenceStore();
  private final EnrollmentStore store = new EnrollmentStore(sequences);
  private final EnrollmentWriter writer;

  EnrollmentModule(NodeContext node, NodeStores stores, OrderModule orders, HoldModule holds) {
    this.node = node;
    this.stores = stores;
    this.orders = orders;
    this.holds = holds;
    this.writer = new EnrollmentWriter(store, orders.writer(), orders.contexts(), stores.events());
    node.database().onNewInstance(sequences::clear);
  }

  List<Operation> operations() {
    return Stream.of(
            enrollmentResource().operations(),
            sequenceResource().operations(),
            sequencePreviewResource().operations(),
            suppressionResource().operations(),
            signalResource().operations(),
            new PromiseResource(node.database(), node.cursors()).operations())
        .flatMap(List::stream)
        .toList();
  }

  private EnrollmentResource enrollmentResource() {
    EnrollmentEditor editor =
        new EnrollmentEditor(orders.write(), store, writer, node.realTime(), this::wake);
    return new EnrollmentResource(node.database(), store, editor, node.cursors());
  }

  private SequenceResource sequenceResource() {
    return new SequenceResource(
        node.database(),
        orders.write(),
        new SequenceFeature(node.database()),
        new SequenceEditor(stores.events(), node.realTime(), node.random()),
        sequenceRules,
        new SequenceDocument(OrderTypeDefaults::of),
        node.cursors());
  }

  private SequencePreviewResource sequencePreviewResource() {
    return new SequencePreviewResource(
        node.database(), orders.countries(), sequenceRules, node.realTime());
  }

  private SuppressionResource suppressionResource() {
    return new SuppressionResource(
        node.database(),
        orders.write(),
        new SuppressionResource.Stores(stores.events()),
        node.cursors(),
        node.realTime(),
        node.random(),
        () -> SuppressionEnforcementWorker.wake(node.vertx()));
  }

  private SignalResource signalResource() {
    return new SignalResource(
        node.database(),
        orders.groupCommit(signalBatches(), stored -> onSignal()),
        orders.phonePolicy());
  }

  private SignalBatchProcessor signalBatches() {
    EnrollmentSignalHandler handler =
        new EnrollmentSignalHandler(store, writer, sequences, node.realTime(), node.random());
    SignalProcessor processor =
        new SignalProcessor(
            handler,
            new ClaimSignalHandler(
                stores.holds(), holds.writer(), orders.writer(), stores.events()),
            stores.events(),
            node.realTime(),
            node.random());
    return new SignalBatchProcessor(processor, node.realTime());
  }

  SubjectCanceler subjectCanceler() {
    return new SubjectCanceler(orders.writer(), store, writer);
  }

  /** The stores of a subject's data, for an export. */
  SubjectRecords records() {
    return orders.records(new EnrollmentExport(store));
  }

  /** Wakes the loops of enrollments, promises and orders. */
  void wake() {
    BrokenPromiseWorker.wake(node.vertx());
    EnrollmentLoop.wake(node.vertx());
    DialLoops.wake(node.vertx());
  }

  /** Wakes the loops after a signal. Orders that steps create are planned afterwards. */
  private void onSignal() {
    EnrollmentLoop.wake(node.vertx());
    DialLoops.wakeReconciler(node.vertx());
  }

  /** Wakes the loops that process ended steps and suppressions. */
  void onCallsStored(Set<InboxProcessor.Effect> effects) {
    if (effects.contains(InboxProcessor.Effect.STEP_ENDED)) {
      EnrollmentLoop.wake(node.vertx());
    }
    if (effects.contains(InboxProcessor.Effect.SUPPRESSION_ADDED)) {
      SuppressionEnforcementWorker.wake(node.vertx());
    }
  }

  /** Starts the loops of enrollments, suppressions and promises. */
  List<WorkLoop.Handle> start() {
    return List.of(startSteps(), startSuppressionEnforcement(), startBrokenPromises());
  }

  /** Starts the loop that executes due steps. */
  private WorkLoop.Handle startSteps() {
    SequenceEngine engine =
        new SequenceEngine(
            node.database(),
            store,
            writer,
            orders.orderAcceptor(),
            orders.countries(),
            node.realTime());
    return EnrollmentLoop.start(node.vertx(), engine, () -> DialLoops.wake(node.vertx()));
  }

  /** Starts the loop that breaks overdue promises. */
  private WorkLoop.Handle startBrokenPromises() {
    return BrokenPromiseWorker.start(
        node.vertx(),
        new BrokenPromiseWorker(node.database(), stores.events(), signalBatches(), node.realTime()),
        this::onSignal);
  }

  /** Starts the loop that enforces new suppressions. */
  private WorkLoop.Handle startSuppressionEnforcement() {
    SuppressionEnforcer enforcer =
        new SuppressionEnforcer(orders.writer(), orders.contexts(), store, writer, node.realTime());
    return SuppressionEnforcementWorker.start(
        node.vertx(), new SuppressionEnforcementWorker(node.database(), enforcer), this::onSignal);
  }
}
