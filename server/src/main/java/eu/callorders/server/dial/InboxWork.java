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
import eu.callorders.server.dial.AttemptProgress.Evidence;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.Situation;
import eu.callorders.server.order.Situations;
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
public final class InboxWork implements GatewayInbox.Storage {
  private static final Logger LOG = LoggerFactory.getLogger(InboxWork.class);

  private final Database database;
  private final GatewayInbox inbox;
  private final GatewayWatch watch;
  private final AttemptStore attempts;
  private final OrderStore orders;
  private final OrderBook book;
  private final Situations situations;
  private final SuppressionStore suppressions;
  private final TranscriptStore transcripts;
  private final GoneOrderAttempts goneOrders;
  private final PersonErasure erasure;
  private final ObjectionRecorder objections;
  private final DialCountStore dialCounts = new DialCountStore();
  private final UnknownCallStore unknownCalls = new UnknownCallStore();
  private final InstantSource realTime;

  public InboxWork(
      Database database,
      GatewayInbox inbox,
      GatewayWatch watch,
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
      OrderBook book,
      Situations situations,
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
  public void store(List<GatewayNews> news) {
    List<GatewayNews> readable = new ArrayList<>();
    for (GatewayNews one : news) {
      if (one instanceof GatewayNews.Malformed) {
        park(one, null);
      } else {
        readable.add(one);
      }
    }
    if (readable.isEmpty()) {
      return;
    }
    List<Evidence> evidence = database.inWorker(connection -> store(connection, readable));
    evidence.forEach(one -> watch.heard(one.tenantId(), one.number(), one.verdict()));
  }

  @Override
  public void park(GatewayNews news, @Nullable Exception failure) {
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
  List<Evidence> store(SqlConnection connection, List<GatewayNews> news) {
    Map<UUID, Owner> owners =
        BoundedWait.await(
            attempts.owners(
                connection, news.stream().map(GatewayNews::attemptId).distinct().toList()));
    if (!owners.isEmpty()) {
      BoundedWait.await(Locks.take(connection, personLocks(owners)));
    }
    keepUnknown(connection, news, owners);
    if (owners.isEmpty()) {
      return List.of();
    }
    Map<UUID, AttemptProgress> progress = open(connection, owners, news);
    for (GatewayNews one : news) {
      Owner owner = owners.get(one.attemptId());
      AttemptProgress concerned = owner == null ? null : progress.get(owner.orderId());
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
      SqlConnection connection, List<GatewayNews> news, Map<UUID, Owner> owners) {
    List<GatewayEvent> unknown = new ArrayList<>();
    for (GatewayNews one : news) {
      if (one instanceof GatewayNews.Told(GatewayEvent event)
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

  private Map<UUID, AttemptProgress> open(
      SqlConnection connection, Map<UUID, Owner> owners, List<GatewayNews> news) {
    Set<UUID> orderIds = owners.values().stream().map(Owner::orderId).collect(Collectors.toSet());
    List<CallOrder> found = BoundedWait.await(orders.loadWithoutContext(connection, orderIds));
    storeOfGoneOrders(connection, owners, found, news);
    List<CallOrder> loaded =
        found.stream()
            .filter(order -> !order.document().redacted()) // while the lock was waited for
            .toList();
    Situation situation = BoundedWait.await(situations.of(connection, loaded));
    Map<UUID, AttemptProgress> progress = new LinkedHashMap<>();
    for (CallOrder order : loaded) {
      OrderChange change = book.open(order, situation.now(order));
      progress.put(order.id(), new AttemptProgress(change, situation, realTime));
    }
    return progress;
  }

  /**
   * The gateway has erased a call whose person is still known here: the database is older than the
   * erasure. The attempts of open orders are queried, see {@link Reconciler}.
   */
  private void redactForgotten(
      SqlConnection connection,
      List<GatewayNews> news,
      Map<UUID, Owner> owners,
      Map<UUID, AttemptProgress> progress) {
    for (GatewayNews one : news) {
      Owner owner = owners.get(one.attemptId());
      AttemptProgress concerned = owner == null ? null : progress.get(owner.orderId());
      if (one instanceof GatewayNews.Told(GatewayEvent event)
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
      List<GatewayNews> news) {
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

  private void save(SqlConnection connection, List<AttemptProgress> progress) {
    enter(connection, progress.stream().flatMap(one -> one.suppressions().stream()).toList());
    BoundedWait.await(
        book.save(connection, progress.stream().map(AttemptProgress::change).toList()));
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

  private static Map<TenantDay, Integer> givenBack(List<AttemptProgress> progress) {
    Map<TenantDay, Integer> dials = new HashMap<>();
    for (AttemptProgress one : progress) {
      for (CallAttempt refused : one.refused()) {
        dials.merge(
            new TenantDay(refused.tenantId(), refused.intent().dialDay()), -1, Integer::sum);
      }
    }
    return dials;
  }
}
