package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.call.TranscriptStore.Transcript;
import eu.callorders.server.capacity.DialCountStore;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.database.Locks;
import eu.callorders.server.dial.AttemptUpdater.BreakerSample;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionLocks;
import eu.callorders.server.suppression.SuppressionStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
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
 * Stores what the inbox holds in one transaction: attempts, orders, events, transcripts, and the
 * do-not-call entries of persons who object.
 */
public final class InboxProcessor implements GatewayInbox.Storage {
  private static final Logger LOG = LoggerFactory.getLogger(InboxProcessor.class);

  private final Database database;
  private final GatewayInbox inbox;
  private final GatewayMonitor watch;
  private final AttemptStore attempts;
  private final OrderStore orders;
  private final OrderWriter book;
  private final DecisionContextLoader situations;
  private final SuppressionStore suppressions;
  private final TranscriptStore transcripts;
  private final GoneOrderAttempts goneOrders;
  private final PersonErasure erasure;
  private final ObjectionRecorder objections;
  private final DialCountStore dialCounts = new DialCountStore();
  private final UnknownCallStore unknownCalls = new UnknownCallStore();
  private final InstantSource realTime;

  public InboxProcessor(
      Database database,
      GatewayInbox inbox,
      GatewayMonitor watch,
      OrderStores stores,
      InstantSource realTime) {
    this.database = database;
    this.inbox = inbox;
    this.watch = watch;
    this.attempts = stores.attempts();
    this.orders = stores.orders();
    this.book = stores.book();
    this.situations = stores.situations();
    this.suppressions = stores.suppressions();
    this.transcripts = stores.transcripts();
    this.goneOrders = stores.goneOrders();
    this.erasure = stores.erasure();
    this.objections =
        new ObjectionRecorder(stores.attempts(), stores.suppressions(), stores.events(), realTime);
    this.realTime = realTime;
  }

  /** The stores that news about attempts can touch. */
  public record OrderStores(
      AttemptStore attempts,
      OrderStore orders,
      OrderWriter book,
      DecisionContextLoader situations,
      SuppressionStore suppressions,
      TranscriptStore transcripts,
      EventStore events,
      GoneOrderAttempts goneOrders,
      PersonErasure erasure) {}

  /** Stores what has come in; answers how many news that were. */
  public int runOnce() {
    return inbox.drain(this);
  }

  @Override
  public void store(List<AttemptUpdate> news) {
    List<AttemptUpdate> readable = new ArrayList<>();
    for (AttemptUpdate one : news) {
      if (one instanceof AttemptUpdate.Malformed) {
        park(one, null);
      } else {
        readable.add(one);
      }
    }
    if (readable.isEmpty()) {
      return;
    }
    List<BreakerSample> evidence = database.inWorker(connection -> store(connection, readable));
    evidence.forEach(one -> watch.heard(one.tenantId(), one.number(), one.verdict()));
  }

  @Override
  public void park(AttemptUpdate news, @Nullable Exception failure) {
    if (ObjectionRecorder.isObjection(news)) {
      database.inWorker(
          connection -> {
            objections.record(connection, news.attemptId());
            return true;
          });
    }
    database.inWorker(
        connection ->
            BoundedWait.await(
                FailedWork.keep(
                        connection,
                        "gateway_event",
                        RawNews.id(news),
                        RawNews.text(news),
                        news.attemptId(),
                        failure)
                    .map(true)));
  }

  /** Stores news in the caller's transaction; answers what they tell of the gateway. */
  List<BreakerSample> store(SqlConnection connection, List<AttemptUpdate> news) {
    Map<UUID, Owner> owners =
        BoundedWait.await(
            attempts.owners(
                connection, news.stream().map(AttemptUpdate::attemptId).distinct().toList()));
    if (!owners.isEmpty()) {
      BoundedWait.await(Locks.take(connection, personLocks(owners)));
    }
    keepUnknown(connection, news, owners);
    if (owners.isEmpty()) {
      return List.of();
    }
    Map<UUID, AttemptUpdater> progress = open(connection, owners, news);
    for (AttemptUpdate one : news) {
      Owner owner = owners.get(one.attemptId());
      AttemptUpdater concerned = owner == null ? null : progress.get(owner.orderId());
      if (concerned != null) {
        concerned.take(one);
      }
    }
    save(connection, List.copyOf(progress.values()));
    redactForgotten(connection, news, owners, progress);
    return progress.values().stream().flatMap(one -> one.evidence().stream()).toList();
  }

  /** They are stored and may be confirmed, so that one unknown call does not delay any other. */
  private void keepUnknown(
      SqlConnection connection, List<AttemptUpdate> news, Map<UUID, Owner> owners) {
    List<GatewayEvent> unknown = new ArrayList<>();
    for (AttemptUpdate one : news) {
      if (one instanceof AttemptUpdate.EventReceived(GatewayEvent event)
          && !owners.containsKey(one.attemptId())) {
        unknown.add(event);
      }
    }
    int calls = unknown.isEmpty() ? 0 : BoundedWait.await(unknownCalls.insert(connection, unknown));
    if (calls > 0) {
      LOG.error("the gateway reports {} calls that this database does not know", calls);
    }
  }

  private static Set<String> personLocks(Map<UUID, Owner> owners) {
    return owners.values().stream()
        .map(owner -> Locks.person(owner.tenantId(), owner.subjectReference()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Map<UUID, AttemptUpdater> open(
      SqlConnection connection, Map<UUID, Owner> owners, List<AttemptUpdate> news) {
    Set<UUID> orderIds = owners.values().stream().map(Owner::orderId).collect(Collectors.toSet());
    List<CallOrder> found = BoundedWait.await(orders.loadWithoutContext(connection, orderIds));
    storeOfGoneOrders(connection, owners, found, news);
    List<CallOrder> loaded =
        found.stream()
            .filter(order -> !order.document().redacted()) // while the lock was waited for
            .toList();
    DecisionContext situation = BoundedWait.await(situations.of(connection, loaded));
    Map<UUID, AttemptUpdater> progress = new LinkedHashMap<>();
    for (CallOrder order : loaded) {
      OrderChange change = book.open(order, situation.now(order));
      progress.put(order.id(), new AttemptUpdater(change, situation, realTime));
    }
    return progress;
  }

  /**
   * The gateway has erased a call whose person is still known here: the database is older than the
   * erasure. The attempts of open orders are queried, see {@link Reconciler}.
   */
  private void redactForgotten(
      SqlConnection connection,
      List<AttemptUpdate> news,
      Map<UUID, Owner> owners,
      Map<UUID, AttemptUpdater> progress) {
    for (AttemptUpdate one : news) {
      Owner owner = owners.get(one.attemptId());
      AttemptUpdater concerned = owner == null ? null : progress.get(owner.orderId());
      if (one instanceof AttemptUpdate.EventReceived(GatewayEvent event)
          && event instanceof GatewayEvent.Forgotten
          && owner != null
          && concerned != null
          && concerned.change().order().state().status().terminal()) {
        BoundedWait.await(
            erasure.redact(
                connection, owner.tenantId(), owner.subjectReference(), owner.orderId()));
      }
    }
  }

  /** After a restore attempts can be known whose orders are not. */
  private void storeOfGoneOrders(
      SqlConnection connection,
      Map<UUID, Owner> owners,
      List<CallOrder> found,
      List<AttemptUpdate> news) {
    Set<UUID> known = found.stream().map(CallOrder::id).collect(Collectors.toUnmodifiableSet());
    owners.forEach(
        (attemptId, owner) -> {
          if (!known.contains(owner.orderId())) {
            goneOrders.update(
                connection,
                attemptId,
                owner,
                news.stream().filter(one -> one.attemptId().equals(attemptId)).toList());
          }
        });
  }

  private void save(SqlConnection connection, List<AttemptUpdater> progress) {
    enter(connection, progress.stream().flatMap(one -> one.suppressions().stream()).toList());
    BoundedWait.await(
        book.save(connection, progress.stream().map(AttemptUpdater::change).toList()));
    List<Transcript> kept = progress.stream().flatMap(one -> one.transcripts().stream()).toList();
    if (!kept.isEmpty()) {
      BoundedWait.await(transcripts.insert(connection, kept));
    }
    giveBack(connection, givenBack(progress));
  }

  /** Writes the entries alone: what they end follows after the commit. */
  private void enter(SqlConnection connection, List<Suppression> entries) {
    BoundedWait.await(SuppressionLocks.acquirePhones(connection, entries));
    for (Suppression entry : entries) {
      BoundedWait.await(suppressions.insertObjection(connection, entry));
    }
  }

  /** The counts are locked in one order first, so that two who give back never wait in a circle. */
  private void giveBack(SqlConnection connection, Map<TenantDay, Integer> dials) {
    if (!dials.isEmpty()) {
      BoundedWait.await(dialCounts.lock(connection, dials.keySet()));
      BoundedWait.await(dialCounts.add(connection, dials));
    }
  }

  private static Map<TenantDay, Integer> givenBack(List<AttemptUpdater> progress) {
    Map<TenantDay, Integer> dials = new HashMap<>();
    for (AttemptUpdater one : progress) {
      for (CallAttempt refused : one.refused()) {
        dials.merge(
            new TenantDay(refused.tenantId(), refused.intent().dialDay()), -1, Integer::sum);
      }
    }
    return dials;
  }
}
