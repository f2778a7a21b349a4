package eu.callorders.server.app;

import eu.callorders.server.contract.BodyCheck;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.CallContextCipher;
import eu.callorders.server.dial.CallOrigins;
import eu.callorders.server.dial.CallPlacer;
import eu.callorders.server.dial.ClaimLead;
import eu.callorders.server.dial.DialContextLoader;
import eu.callorders.server.dial.DialExplainer;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.Dialer;
import eu.callorders.server.dial.DueTenants;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.dial.GoneOrderAttempts;
import eu.callorders.server.dial.HaltReleaseWorker;
import eu.callorders.server.dial.InboxProcessor;
import eu.callorders.server.dial.IntentWriter;
import eu.callorders.server.dial.NodeLossWorker;
import eu.callorders.server.dial.OrderExplanationResource;
import eu.callorders.server.dial.OrderPreviewResource;
import eu.callorders.server.dial.OutcomeRecorder;
import eu.callorders.server.dial.Planner;
import eu.callorders.server.dial.Reconciler;
import eu.callorders.server.dial.UnknownCallProcessor;
import eu.callorders.server.dial.UnknownCallRecorder;
import eu.callorders.server.dial.UnknownObjectionWriter;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.evidence.EvidenceWriter;
import eu.callorders.server.http.Operation;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The components that dial orders and process call events. */
final class DialingModule {
  private final NodeContext node;
  private final NodeStores stores;
  private final OrderModule orders;
  private final HoldModule holds;
  private final PredialModule predial;
  private final TelephonyModule telephony;
  private final EvidenceWriter evidence;
  private final ErasureRequests erasures;
  private final EraModule eras;
  private final @Nullable UUID simulatorNode;

  DialingModule(
      NodeContext node,
      NodeStores stores,
      OrderModule orders,
      HoldModule holds,
      PredialModule predial,
      TelephonyModule telephony,
      EvidenceWriter evidence,
      ErasureRequests erasures,
      EraModule eras) {
    this.node = node;
    this.stores = stores;
    this.orders = orders;
    this.holds = holds;
    this.predial = predial;
    this.telephony = telephony;
    this.evidence = evidence;
    this.erasures = erasures;
    this.eras = eras;
    this.simulatorNode = telephony.simulatorNode(node.id());
  }

  /**
   * Starts the loops.
   *
   * @param origins the origin stamped on each call
   * @param onStored wakes the loops that process ended steps and suppressions
   */
  DialLoops start(CallOrigins origins, Consumer<Set<InboxProcessor.Effect>> onStored) {
    Database database = node.database();
    InstantSource realTime = node.realTime();
    GatewayMonitor monitor = telephony.monitor();
    CallPlacer placer =
        new CallPlacer(
            database,
            stores.holdCheck(),
            telephony.gateway(),
            monitor,
            telephony.inbox(),
            origins,
            node.traces(),
            realTime);
    DialLoops loops =
        DialLoops.start(
            node.vertx(),
            onStored,
            monitor,
            new HaltReleaseWorker(database, realTime),
            new Planner(database, orders.writer(), orders.contexts(), realTime),
            newDialer(DueTenants.WITHOUT_PREDIAL_CHECK, origins, placer),
            newDialer(DueTenants.WITH_PREDIAL_CHECK, origins, placer),
            inboxProcessor(),
            new Reconciler(
                database,
                telephony.gateway(),
                telephony.inbox(),
                erasures::request,
                simulatorNode,
                realTime));
    if (simulatorNode != null) {
      loops.endSimulatedCalls(
          new NodeLossWorker(
              database, simulatorNode, telephony.inbox(), inboxProcessor(), realTime));
    }
    return loops;
  }

  private Dialer newDialer(DueTenants tenants, CallOrigins origins, CallPlacer placer) {
    return new Dialer(
        node.database(),
        new DialContextLoader(orders.contexts(), predial.loader()),
        new IntentWriter(
            orders.writer(), node.environment(), origins, simulatorNode, node.realTime()),
        telephony.monitor(),
        placer,
        predial.questions(),
        eras::beforePlacing,
        new ClaimLead(),
        tenants);
  }

  /** Processes calls of a deployment that the database does not know. */
  UnknownCallProcessor unknownCalls(CallContextCipher contexts, Supplier<UUID> deployment) {
    return new UnknownCallProcessor(
        node.database(),
        telephony.gateway(),
        telephony.inbox(),
        unknownObjectionWriter(),
        new UnknownCallRecorder(
            orders.writer(),
            orders.contexts(),
            goneOrderAttempts(),
            inboxProcessor(),
            node.realTime()),
        contexts,
        erasures,
        deployment);
  }

  /** The operations that explain orders and preview them. */
  List<Operation> operations(Contract contract) {
    return Stream.of(
            new OrderExplanationResource(explainer()).operations(),
            new OrderPreviewResource(
                    node.database(),
                    orders.orderAcceptor(),
                    explainer(),
                    BodyCheck.of(contract, "createCallOrder"),
                    node.config().isLive())
                .operations())
        .flatMap(List::stream)
        .toList();
  }

  DialExplainer explainer() {
    return new DialExplainer(
        node.database(),
        orders.contexts(),
        predial.loader(),
        telephony.monitor(),
        orders.sandboxNotice());
  }

  private InboxProcessor inboxProcessor() {
    return new InboxProcessor(
        node.database(),
        telephony.inbox(),
        telephony.monitor(),
        new InboxProcessor.OrderParts(
            orders.writer(),
            orders.contexts(),
            evidence,
            stores.events(),
            outcomeRecorder(),
            goneOrderAttempts(),
            erasures),
        simulatorNode,
        node.realTime());
  }

  private GoneOrderAttempts goneOrderAttempts() {
    return new GoneOrderAttempts(
        stores.events(),
        orders.callView(),
        unknownObjectionWriter(),
        outcomeRecorder(),
        evidence,
        node.realTime());
  }

  private OutcomeRecorder outcomeRecorder() {
    return new OutcomeRecorder(holds.writer());
  }

  private UnknownObjectionWriter unknownObjectionWriter() {
    return new UnknownObjectionWriter(stores.events(), node.realTime());
  }
}
