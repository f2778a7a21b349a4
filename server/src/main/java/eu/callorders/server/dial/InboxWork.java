package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.call.TranscriptStore.Transcript;
import eu.callorders.server.capacity.DialCountStore;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.dial.AttemptProgress.Evidence;
import eu.callorders.server.enrollment.Affected;
import eu.callorders.server.enrollment.Barring;
import eu.callorders.server.enrollment.Concerned;
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
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores what the inbox holds: attempts, orders, events and all that follows, in one transaction.
 */
public final class InboxWork {
  private static final Logger LOG = LoggerFactory.getLogger(InboxWork.class);
  private static final int ROUNDS = 5;

  private final Database database;
  private final GatewayInbox inbox;
  private final GatewayWatch watch;
  private final AttemptStore attempts;
  private final OrderStore orders;
  private final OrderBook book;
  private final Situations situations;
  private final Barring barring;
  private final SuppressionStore suppressions;
  private final TranscriptStore transcripts;
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
    this.barring = stores.barring();
    this.suppressions = stores.suppressions();
    this.transcripts = stores.transcripts();
    this.realTime = realTime;
  }

  /** The stores that news about attempts can touch. */
  public record OrderStores(
      AttemptStore attempts,
      OrderStore orders,
      OrderBook book,
      Situations situations,
      Barring barring,
      SuppressionStore suppressions,
      TranscriptStore transcripts) {}

  /** Stores what has come in; answers how many news that were. */
  public int runOnce() {
    return inbox.drain(
        news ->
            store(news).forEach(evidence -> watch.heard(evidence.number(), evidence.verdict())));
  }

  /**
   * An objection bars a number that others may share, and who they are is known only once it is
   * read: then all is done again, with their locks too.
   *
   * @return what the news tell of the gateway, for good once the transaction has ended
   */
  private List<Evidence> store(List<GatewayNews> news) {
    Set<String> others = new HashSet<>();
    for (int round = 1; ; round++) {
      boolean last = round == ROUNDS;
      try {
        return database.inWorker(connection -> store(connection, news, others, last));
      } catch (LocksMissing missing) {
        others.addAll(missing.locks);
      }
    }
  }

  /** Rolls back: locks are needed that can no longer be waited for. */
  private static final class LocksMissing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Set<String> locks;

    LocksMissing(Set<String> locks) {
      super("locks are missing", null, false, false);
      this.locks = locks;
    }
  }

  private List<Evidence> store(
      SqlConnection connection, List<GatewayNews> news, Set<String> others, boolean last) {
    Map<UUID, Owner> owners =
        attempts
            .owners(connection, news.stream().map(GatewayNews::attemptId).distinct().toList())
            .await();
    keepUnknown(connection, news, owners);
    if (owners.isEmpty()) {
      return List.of();
    }
    Set<String> locks = new HashSet<>(personLocks(owners));
    locks.addAll(others);
    Locks.take(connection, locks).await();
    Map<UUID, AttemptProgress> progress = open(connection, owners);
    for (GatewayNews one : news) {
      Owner owner = owners.get(one.attemptId());
      AttemptProgress concerned = owner == null ? null : progress.get(owner.orderId());
      if (concerned != null) {
        concerned.take(one);
      }
    }
    save(connection, List.copyOf(progress.values()), new Held(locks, last));
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
    int calls = unknown.isEmpty() ? 0 : unknownCalls.insert(connection, unknown).await();
    if (calls > 0) {
      LOG.error("the gateway reports {} calls that this database does not know", calls);
    }
  }

  /**
   * The persons' locks that are held.
   *
   * @param enough whether those who are not held are left alone: they are barred when they are due
   */
  private record Held(Set<String> locks, boolean enough) {

    Concerned among(Concerned concerned) {
      if (!enough && !locks.containsAll(concerned.locks())) {
        throw new LocksMissing(concerned.locks());
      }
      return concerned.lockedBy(locks);
    }
  }

  private static Set<String> personLocks(Map<UUID, Owner> owners) {
    return owners.values().stream()
        .map(owner -> Locks.person(owner.tenantId(), owner.subjectReference()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Map<UUID, AttemptProgress> open(SqlConnection connection, Map<UUID, Owner> owners) {
    Set<UUID> orderIds = owners.values().stream().map(Owner::orderId).collect(Collectors.toSet());
    List<CallOrder> loaded =
        orders.load(connection, orderIds).await().stream()
            .filter(order -> !order.document().redacted()) // while the lock was waited for
            .toList();
    Situation situation = situations.of(connection, loaded).await();
    Map<UUID, AttemptProgress> progress = new LinkedHashMap<>();
    for (CallOrder order : loaded) {
      OrderChange change = book.open(order, situation.now(order));
      progress.put(order.id(), new AttemptProgress(change, situation, realTime));
    }
    return progress;
  }

  private void save(SqlConnection connection, List<AttemptProgress> progress, Held held) {
    Affected affected = new Affected(progress.stream().map(AttemptProgress::change).toList());
    List<Suppression> entries =
        progress.stream().flatMap(one -> one.suppressions().stream()).toList();
    enforce(connection, entries, affected, held);
    barring.save(connection, affected).await();
    List<Transcript> kept = progress.stream().flatMap(one -> one.transcripts().stream()).toList();
    if (!kept.isEmpty()) {
      transcripts.insert(connection, kept).await();
    }
    giveBack(connection, givenBack(progress));
  }

  /** What is pending for a person who has just objected, or at that number alone, ends at once. */
  private void enforce(
      SqlConnection connection, List<Suppression> entries, Affected affected, Held held) {
    Barring.lockNumbers(connection, entries).await();
    for (Suppression entry : entries) {
      Concerned concerned = held.among(barring.concerned(connection, entry).await());
      suppressions.insertObjection(connection, entry).await();
      barring.enforce(connection, entry, concerned, affected).await();
    }
  }

  /** The counts are locked in one order first, so that two who give back never wait in a circle. */
  private void giveBack(SqlConnection connection, Map<TenantDay, Integer> dials) {
    if (!dials.isEmpty()) {
      dialCounts.lock(connection, dials.keySet()).await();
      dialCounts.add(connection, dials).await();
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
