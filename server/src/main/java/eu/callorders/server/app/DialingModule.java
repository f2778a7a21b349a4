package eu.callorders.server.app;

import eu.callorders.server.config.Config;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.CallContextCipher;
import eu.callorders.server.dial.CallOrigins;
import eu.callorders.server.dial.CallPlacer;
import eu.callorders.server.dial.ClaimLead;
import eu.callorders.server.dial.DialContextLoader;
import eu.callorders.server.dial.DialExplainer;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.Dialer;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.dial.GoneOrderAttempts;
import eu.callorders.server.dial.HaltReleaseWorker;
import eu.callorders.server.dial.InboxProcessor;
import eu.callorders.server.dial.IntentWriter;
import eu.callorders.server.dial.NodeLossWorker;
import eu.callorders.server.dial.Planner;
import eu.callorders.server.dial.Reconciler;
import eu.callorders.server.dial.SubjectErasure;
import eu.callorders.server.dial.UnknownCallProcessor;
import eu.callorders.server.dial.UnknownCallRecorder;
import eu.callorders.server.dial.UnknownObjectionWriter;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The components that dial orders and process call events. */
final class DialingModule {
  private final Vertx vertx;
  private final Database database;
  private final OrderModule orders;
  private final OrderModule.Stores stores;
  private final TelephonyModule telephony;
  private final @Nullable UUID simulatorNode;
  private final ErasureRequests erasures;
  private final Consumer<UUID> beforePlacing;
  private final InstantSource realTime;

  DialingModule(
      Vertx vertx,
      Database database,
      UUID node,
      OrderModule orders,
      TelephonyModule telephony,
      ErasureRequests erasures,
      Consumer<UUID> placing,
      InstantSource realTime) {
    this.vertx = vertx;
    this.database = database;
    this.orders = orders;
    this.stores = orders.stores();
    this.telephony = telephony;
    this.simulatorNode = telephony.simulatorNode(node);
    this.erasures = erasures;
    this.beforePlacing = placing;
    this.realTime = realTime;
  }

  /**
   * Starts the loops.
   *
   * @param origins the origin stamped on each call
   * @param onStored wakes the loops that process ended steps and suppressions
   */
  DialLoops start(
      Config.Environment environment,
      CallOrigins origins,
      Consumer<Set<InboxProcessor.Effect>> onStored) {
    OrderStore store = orders.orders();
    OrderWriter writer = orders.writer();
    DecisionContextLoader contexts = orders.contexts();
    GatewayMonitor monitor = telephony.monitor();
    IntentWriter intents =
        new IntentWriter(writer, environment.wireName(), origins, simulatorNode, realTime);
    DialLoops loops =
        DialLoops.start(
            vertx,
            onStored,
            monitor,
            new HaltReleaseWorker(database, realTime),
            new Planner(database, store, writer, contexts, realTime),
            new Dialer(
                database,
                store,
                new DialContextLoader(contexts, stores.orderTypes()),
                intents,
                monitor,
                new CallPlacer(
                    database,
                    stores.suppressions(),
                    telephony.gateway(),
                    monitor,
                    telephony.inbox(),
                    origins,
                    realTime),
                beforePlacing,
                new ClaimLead()),
            inboxProcessor(),
            new Reconciler(
                database,
                stores.attempts(),
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

  /** Processes calls of a deployment that the database does not know. */
  UnknownCallProcessor unknownCalls(CallContextCipher contexts, Supplier<UUID> deployment) {
    return new UnknownCallProcessor(
        database,
        telephony.gateway(),
        telephony.inbox(),
        stores.tenants(),
        orders.orders(),
        unknownObjectionWriter(),
        new UnknownCallRecorder(
            stores.attempts(),
            orders.orders(),
            orders.writer(),
            orders.contexts(),
            goneOrderAttempts(),
            inboxProcessor(),
            realTime),
        contexts,
        personErasure(),
        deployment);
  }

  DialExplainer explainer() {
    return new DialExplainer(
        database, orders.orders(), orders.contexts(), telephony.monitor(), orders.sandboxNotice());
  }

  private InboxProcessor inboxProcessor() {
    return new InboxProcessor(
        database,
        telephony.inbox(),
        telephony.monitor(),
        new InboxProcessor.OrderStores(
            stores.tenants(),
            stores.attempts(),
            orders.orders(),
            orders.writer(),
            orders.contexts(),
            stores.suppressions(),
            stores.transcripts(),
            stores.events(),
            goneOrderAttempts(),
            personErasure()),
        simulatorNode,
        realTime);
  }

  private GoneOrderAttempts goneOrderAttempts() {
    return new GoneOrderAttempts(
        stores.attempts(),
        stores.tenants(),
        stores.events(),
        orders.callView(),
        unknownObjectionWriter(),
        realTime);
  }

  private UnknownObjectionWriter unknownObjectionWriter() {
    return new UnknownObjectionWriter(
        stores.tenants(), stores.suppressions(), stores.events(), realTime);
  }

  private SubjectErasure personErasure() {
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
}
