package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.database.Locks;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.evidence.ClosedCall;
import eu.callorders.server.evidence.EvidenceWriter;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores updates from the inbox in one transaction, with the attempts, orders, events, transcripts
 * and suppressions that follow from them.
 */
public final class InboxProcessor implements GatewayInbox.Storage {
  private static final Logger LOG = LoggerFactory.getLogger(InboxProcessor.class);

  private final Database database;
  private final GatewayInbox inbox;
  private final GatewayMonitor monitor;
  private final OrderParts parts;
  private final AttemptUpdateWriter writer;
  private final ObjectionRecorder objections;
  private final @Nullable UUID simulatorNode; // this one, unless its gateway is outside
  private final InstantSource realTime;

  /** Of the present round. A round that fails reports none: the loops poll. */
  private final Set<Effect> effects = EnumSet.noneOf(Effect.class);

  public InboxProcessor(
      Database database,
      GatewayInbox inbox,
      GatewayMonitor watch,
      OrderParts parts,
      @Nullable UUID simulatorNode,
      InstantSource realTime) {
    this.database = database;
    this.inbox = inbox;
    this.monitor = watch;
    this.parts = parts;
    this.simulatorNode = simulatorNode;
    this.writer = new AttemptUpdateWriter(parts);
    this.objections = new ObjectionRecorder(parts.events(), realTime);
    this.realTime = realTime;
  }

  public record OrderParts(
      OrderWriter orderWriter,
      DecisionContextLoader contexts,
      EvidenceWriter evidence,
      EventStore events,
      OutcomeRecorder outcomes,
      GoneOrderAttempts goneOrders,
      SubjectErasure erasure) {}

  /** What stored updates let other loops do. */
  public enum Effect {
    /** The attempt's phone, subject and channel are free. */
    ATTEMPT_ENDED,
    /** An order of an enrollment ended. */
    STEP_ENDED,
    /** A do-not-call entry is to be enforced. */
    SUPPRESSION_ADDED
  }

  /** How many updates a round has handled, and what they let other loops do. */
  public record Round(int updates, Set<Effect> effects) {}

  public Round runOnce() {
    effects.clear();
    int updates = inbox.drain(this);
    return new Round(updates, Set.copyOf(effects));
  }

  @Override
  public void store(List<AttemptUpdate> updates) {
    List<AttemptUpdate> readable = new ArrayList<>();
    for (AttemptUpdate update : updates) {
      if (update instanceof AttemptUpdate.Malformed) {
        park(update, null);
      } else {
        readable.add(update);
      }
    }
    if (readable.isEmpty()) {
      return;
    }
    StoredUpdates stored = database.inWorker(connection -> store(connection, readable));
    effects.addAll(stored.effects());
    monitor.record(stored);
  }

  @Override
  public void park(AttemptUpdate update, @Nullable Exception failure) {
    if (ObjectionRecorder.isObjection(update)) {
      database.inWorker(
          connection -> {
            objections.record(connection, update.attemptId());
            return true;
          });
      effects.add(Effect.SUPPRESSION_ADDED);
    }
    database.inWorker(
        connection ->
            BoundedWait.await(
                FailedWork.save(
                        connection,
                        "gateway_event",
                        AttemptUpdateFormatter.id(update),
                        AttemptUpdateFormatter.render(update),
                        update.attemptId(),
                        failure)
                    .map(true)));
  }

  /** Stores updates in the caller's transaction. */
  StoredUpdates store(SqlConnection connection, List<AttemptUpdate> updates) {
    Map<UUID, Owner> owners =
        BoundedWait.await(
            AttemptStore.owners(
                connection, updates.stream().map(AttemptUpdate::attemptId).distinct().toList()));
    if (owners.isEmpty()) {
      storeUnknown(connection, updates, owners);
      return new StoredUpdates(List.of(), Set.of(), 0, List.of());
    }
    Set<String> subjects = new HashSet<>();
    Set<UUID> orderIds = new HashSet<>();
    for (Owner owner : owners.values()) {
      subjects.add(Locks.subject(owner.tenantId(), owner.subjectReference()));
      orderIds.add(owner.orderId());
    }
    // The server loads the orders after it has acquired the locks.
    Future<Void> locked = Locks.acquire(connection, subjects);
    Future<List<CallOrder>> found = OrderStore.loadWithoutContext(connection, orderIds);
    BoundedWait.await(locked);
    storeUnknown(connection, updates, owners);
    Map<UUID, AttemptUpdater> updaters =
        open(connection, owners, BoundedWait.await(found), updates);
    List<Runnable> steps = new ArrayList<>();
    for (AttemptUpdate update : updates) {
      Owner owner = owners.get(update.attemptId());
      AttemptUpdater updater = owner == null ? null : updaters.get(owner.orderId());
      if (updater != null && !isTakenOver(updater, update)) {
        updater.evidence().record(update);
        steps.add(() -> updater.process(update));
      }
    }
    steps.forEach(Runnable::run);
    List<ClosedCall> closed = writer.save(connection, List.copyOf(updaters.values()));
    redactErased(connection, updates, owners, updaters);
    return new StoredUpdates(
        updaters.values().stream().flatMap(each -> each.breakerSamples().stream()).toList(),
        effects(owners.values(), updaters),
        updaters.values().stream().mapToInt(AttemptUpdater::unknownOutcomes).sum(),
        closed);
  }

  /** Another node ends the call: what the simulator of this one still reports has no effect. */
  private boolean isTakenOver(AttemptUpdater updater, AttemptUpdate update) {
    return update.isFromGateway()
        && updater.change().order().attempt(update.attemptId()).isOfOtherSimulator(simulatorNode);
  }

  /** An attempt whose order is gone may have any effect. */
  private static Set<Effect> effects(Collection<Owner> owners, Map<UUID, AttemptUpdater> updaters) {
    if (!updaters.keySet().containsAll(owners.stream().map(Owner::orderId).toList())) {
      return EnumSet.allOf(Effect.class);
    }
    Set<Effect> effects = EnumSet.noneOf(Effect.class);
    updaters.values().forEach(updater -> effects.addAll(updater.effects()));
    return effects;
  }

  /** Stores events of unknown calls, so that they can be confirmed and delay no other events. */
  private void storeUnknown(
      SqlConnection connection, List<AttemptUpdate> updates, Map<UUID, Owner> owners) {
    List<GatewayEvent> unknown = new ArrayList<>();
    for (AttemptUpdate update : updates) {
      if (update instanceof AttemptUpdate.EventReceived(GatewayEvent event)
          && !owners.containsKey(update.attemptId())) {
        unknown.add(event);
      }
    }
    int calls =
        unknown.isEmpty() ? 0 : BoundedWait.await(UnknownCallStore.insert(connection, unknown));
    if (calls > 0) {
      LOG.error("gateway reports {} calls unknown to this database", calls);
    }
  }

  private Map<UUID, AttemptUpdater> open(
      SqlConnection connection,
      Map<UUID, Owner> owners,
      List<CallOrder> found,
      List<AttemptUpdate> updates) {
    updateGoneOrders(connection, owners, found, updates);
    List<CallOrder> loaded =
        found.stream()
            .filter(order -> !order.document().redacted()) // erased while waiting for the lock
            .toList();
    DecisionContext context = BoundedWait.await(parts.contexts().load(connection, loaded));
    Map<UUID, AttemptUpdater> updaters = new LinkedHashMap<>();
    for (CallOrder order : loaded) {
      OrderChange change = parts.orderWriter().open(context.withHolds(order), context.now(order));
      updaters.put(order.id(), new AttemptUpdater(change, context, realTime));
    }
    return updaters;
  }

  /**
   * The gateway has erased a call whose subject this database still has: it was restored from
   * before the erasure. For open orders {@link Reconciler} queries the attempts.
   */
  private void redactErased(
      SqlConnection connection,
      List<AttemptUpdate> updates,
      Map<UUID, Owner> owners,
      Map<UUID, AttemptUpdater> updaters) {
    for (AttemptUpdate update : updates) {
      Owner owner = owners.get(update.attemptId());
      AttemptUpdater updater = owner == null ? null : updaters.get(owner.orderId());
      if (update instanceof AttemptUpdate.EventReceived(GatewayEvent event)
          && event instanceof GatewayEvent.Forgotten
          && owner != null
          && updater != null
          && updater.change().order().state().status().terminal()) {
        BoundedWait.await(
            parts
                .erasure()
                .redact(connection, owner.tenantId(), owner.subjectReference(), owner.orderId()));
      }
    }
  }

  /** After a restore the database can have attempts without their orders. */
  private void updateGoneOrders(
      SqlConnection connection,
      Map<UUID, Owner> owners,
      List<CallOrder> found,
      List<AttemptUpdate> updates) {
    Set<UUID> known = found.stream().map(CallOrder::id).collect(Collectors.toUnmodifiableSet());
    owners.forEach(
        (attemptId, owner) -> {
          if (!known.contains(owner.orderId())) {
            parts
                .goneOrders()
                .update(
                    connection,
                    attemptId,
                    owner,
                    updates.stream().filter(each -> each.attemptId().equals(attemptId)).toList());
          }
        });
  }
}
