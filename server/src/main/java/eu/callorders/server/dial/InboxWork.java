package eu.callorders.server.dial;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.call.TranscriptStore.Transcript;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.dial.AttemptProgress.Evidence;
import eu.callorders.server.dial.DialCountStore.TenantDay;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.Situation;
import eu.callorders.server.order.Situations;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Stores what the inbox holds: attempts, orders, events and all that follows, in one transaction.
 */
public final class InboxWork {
  private final Database database;
  private final GatewayInbox inbox;
  private final GatewayWatch watch;
  private final AttemptStore attempts;
  private final OrderStore orders;
  private final OrderBook book;
  private final Situations situations;
  private final SuppressionStore suppressions;
  private final TranscriptStore transcripts;
  private final DialCountStore dialCounts = new DialCountStore();
  private final InstantSource realTime;
  private final RandomGenerator random;

  public InboxWork(
      Database database,
      GatewayInbox inbox,
      GatewayWatch watch,
      OrderStores stores,
      InstantSource realTime,
      RandomGenerator random) {
    this.database = database;
    this.inbox = inbox;
    this.watch = watch;
    this.attempts = stores.attempts();
    this.orders = stores.orders();
    this.book = stores.book();
    this.situations = stores.situations();
    this.suppressions = stores.suppressions();
    this.transcripts = stores.transcripts();
    this.realTime = realTime;
    this.random = random;
  }

  /** The stores that news about attempts can touch. */
  public record OrderStores(
      AttemptStore attempts,
      OrderStore orders,
      OrderBook book,
      Situations situations,
      SuppressionStore suppressions,
      TranscriptStore transcripts) {}

  /** Stores what has come in; answers how many news that were. */
  public int runOnce() {
    return inbox.drain(
        news ->
            database
                .inWorker(connection -> store(connection, news))
                .forEach(evidence -> watch.heard(evidence.number(), evidence.verdict())));
  }

  /** What the news tell of the gateway, for good once the transaction has ended. */
  private List<Evidence> store(SqlConnection connection, List<GatewayNews> news) {
    Map<UUID, Owner> owners =
        attempts
            .owners(connection, news.stream().map(GatewayNews::attemptId).distinct().toList())
            .await();
    if (owners.isEmpty()) {
      return List.of();
    }
    Locks.take(connection, personLocks(owners)).await();
    Map<UUID, AttemptProgress> progress = open(connection, owners);
    for (GatewayNews one : news) {
      Owner owner = owners.get(one.attemptId());
      if (owner != null) {
        Objects.requireNonNull(progress.get(owner.orderId())).take(one);
      }
    }
    save(connection, List.copyOf(progress.values()));
    return progress.values().stream().flatMap(one -> one.evidence().stream()).toList();
  }

  private static Set<String> personLocks(Map<UUID, Owner> owners) {
    return owners.values().stream()
        .map(owner -> Locks.person(owner.tenantId(), owner.subjectReference()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Map<UUID, AttemptProgress> open(SqlConnection connection, Map<UUID, Owner> owners) {
    Set<UUID> orderIds = owners.values().stream().map(Owner::orderId).collect(Collectors.toSet());
    List<CallOrder> loaded = orders.load(connection, orderIds).await();
    Situation situation = situations.of(connection, loaded).await();
    Map<UUID, AttemptProgress> progress = new LinkedHashMap<>();
    for (CallOrder order : loaded) {
      OrderChange change = book.open(order, situation.now(order));
      progress.put(order.id(), new AttemptProgress(change, situation, realTime, random));
    }
    return progress;
  }

  private void save(SqlConnection connection, List<AttemptProgress> progress) {
    List<OrderChange> changes =
        new ArrayList<>(progress.stream().map(AttemptProgress::change).toList());
    List<Suppression> entries =
        progress.stream().flatMap(one -> one.suppressions().stream()).toList();
    lockNumbers(connection, entries);
    for (Suppression entry : entries) {
      suppressions.insert(connection, entry).await();
      changes.addAll(stopPending(connection, entry, changes));
    }
    book.save(connection, changes).await();
    List<Transcript> kept = progress.stream().flatMap(one -> one.transcripts().stream()).toList();
    if (!kept.isEmpty()) {
      transcripts.insert(connection, kept).await();
    }
    giveBack(connection, givenBack(progress));
  }

  /** Nobody may be about to dial a number that is barred now. */
  private static void lockNumbers(SqlConnection connection, List<Suppression> entries) {
    Set<String> locks = new HashSet<>();
    for (Suppression entry : entries) {
      if (entry.phone() != null) {
        locks.add(Locks.number(entry.tenantId(), entry.phone()));
      }
    }
    if (!locks.isEmpty()) {
      Locks.take(connection, locks).await();
    }
  }

  /** The counts are locked in one order first, so that two who give back never wait in a circle. */
  private void giveBack(SqlConnection connection, Map<TenantDay, Integer> dials) {
    if (!dials.isEmpty()) {
      dialCounts.lock(connection, dials.keySet()).await();
      dialCounts.add(connection, dials).await();
    }
  }

  /** The other orders of a person who has just objected end with the entry. */
  private List<OrderChange> stopPending(
      SqlConnection connection, Suppression entry, List<OrderChange> open) {
    OrderCommand stop = new OrderCommand.Stop(StopReason.SUPPRESSED);
    open.stream()
        .filter(change -> concerns(entry, change.order()))
        .forEach(change -> change.apply(stop));
    Set<UUID> known =
        open.stream().map(change -> change.order().id()).collect(Collectors.toUnmodifiableSet());
    List<UUID> pending =
        orders.pendingOf(connection, entry.tenantId(), entry.subjectReference()).await().stream()
            .filter(id -> !known.contains(id))
            .toList();
    List<CallOrder> others = orders.load(connection, pending).await();
    return others.stream()
        .map(
            order -> {
              OrderChange change = book.open(order, entry.createdAt());
              change.apply(stop);
              return change;
            })
        .toList();
  }

  private static boolean concerns(Suppression entry, CallOrder order) {
    return order.tenantId().equals(entry.tenantId())
        && order.subjectReference().equals(entry.subjectReference());
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
