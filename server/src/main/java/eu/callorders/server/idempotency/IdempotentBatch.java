package eu.callorders.server.idempotency;

import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs many writes in one transaction, at most once per key, with the same results as {@link
 * IdempotentWrite}. Requests are distinguished by identity.
 */
public final class IdempotentBatch {
  private final IdempotencyStore store;
  private final InstantSource realTime;

  /**
   * @param realTime for the lifetime of keys, even in the sandbox
   */
  public IdempotentBatch(IdempotencyStore store, InstantSource realTime) {
    this.store = store;
    this.realTime = realTime;
  }

  /**
   * A request of a batch.
   *
   * @param key null when the request has none
   */
  public record Item(ApiRequest request, @Nullable KeyedRequest key) {}

  /**
   * Returns stored responses of the keys, or runs the work and stores its replies in the same
   * transaction.
   *
   * @param work gets the requests without a stored response, and may send its first statements
   *     before they are known; may leave requests out, and writes nothing for those and for
   *     rejected ones
   * @return replies, each succeeded or failed with a {@link ProblemException}; none for requests
   *     that the work left out
   */
  public Future<IdentityHashMap<ApiRequest, Future<Reply>>> run(
      SqlConnection connection,
      List<Item> requests,
      Function<Future<Set<ApiRequest>>, Future<PendingReplies>> work) {
    IdentityHashMap<ApiRequest, KeyedRequest> keyed = new IdentityHashMap<>();
    for (Item item : requests) {
      if (item.key() != null) {
        keyed.put(item.request(), item.key());
      }
    }
    IdentityHashMap<ApiRequest, Future<Reply>> results = new IdentityHashMap<>();
    Future<Set<ApiRequest>> firstTime =
        lockAndLoad(connection, keyed.values())
            .map(
                earlier -> {
                  Set<ApiRequest> first = Collections.newSetFromMap(new IdentityHashMap<>());
                  for (Item item : requests) {
                    KeyedRequest keyUse = item.key();
                    if (keyUse == null || earlier.isFirst(keyUse)) {
                      first.add(item.request());
                    } else {
                      results.put(item.request(), earlier.replay(keyUse));
                    }
                  }
                  return first;
                });
    return work.apply(firstTime)
        .compose(pending -> store(connection, keyed, pending))
        .map(
            replies -> {
              replies.forEach(
                  (request, reply) ->
                      results.put(request, IdempotentWrite.problemAsFailure(reply)));
              return results;
            });
  }

  /** Acquires the keys' locks, then reads the stored responses, in this order. */
  private Future<EarlierReplies> lockAndLoad(
      SqlConnection connection, Collection<KeyedRequest> keyUses) {
    if (keyUses.isEmpty()) {
      return Future.succeededFuture(new EarlierReplies(Set.of(), Map.of()));
    }
    Future<Set<String>> locked =
        Locks.tryAcquire(connection, keyUses.stream().map(KeyedRequest::lock).distinct().toList());
    Future<Map<IdempotencyStore.TenantKey, IdempotencyRecord>> earlier =
        store.findAll(
            connection,
            keyUses.stream()
                .map(keyUse -> new IdempotencyStore.TenantKey(keyUse.tenantId(), keyUse.key()))
                .distinct()
                .toList(),
            realTime.instant());
    return Future.join(locked, earlier)
        .map(done -> new EarlierReplies(locked.result(), earlier.result()));
  }

  private static final class EarlierReplies {
    private final Set<String> locked;
    private final Map<IdempotencyStore.TenantKey, IdempotencyRecord> earlier;

    EarlierReplies(Set<String> locked, Map<IdempotencyStore.TenantKey, IdempotencyRecord> earlier) {
      this.locked = new HashSet<>(locked);
      this.earlier = earlier;
    }

    /** Whether the work must run; of several requests with one key only for the first. */
    boolean isFirst(KeyedRequest use) {
      return !earlier.containsKey(new IdempotencyStore.TenantKey(use.tenantId(), use.key()))
          && locked.remove(use.lock());
    }

    Future<Reply> replay(KeyedRequest use) {
      IdempotencyRecord stored =
          earlier.get(new IdempotencyStore.TenantKey(use.tenantId(), use.key()));
      return stored == null
          ? Future.failedFuture(new ProblemException(IdempotentWrite.inProgress()))
          : IdempotentWrite.replay(use, stored);
    }
  }

  private Future<IdentityHashMap<ApiRequest, Reply>> store(
      SqlConnection connection,
      IdentityHashMap<ApiRequest, KeyedRequest> keyed,
      PendingReplies pending) {
    List<IdempotencyRecord> records =
        pending.replies().entrySet().stream()
            .filter(entry -> keyed.containsKey(entry.getKey()))
            .map(
                entry ->
                    IdempotencyRecord.of(
                        Objects.requireNonNull(keyed.get(entry.getKey())), entry.getValue()))
            .filter(Objects::nonNull)
            .toList();
    Future<Void> stored = IdempotencyStore.insertAll(connection, records, realTime.instant());
    return Future.join(pending.written(), stored).map(pending.replies());
  }
}
