package eu.callorders.server.idempotency;

import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Runs the work of many writes in one transaction, at most once per key, with the same answers as
 * {@link IdempotentWrite}. Requests are told apart by identity.
 */
public final class IdempotentBatch {
  private final IdempotencyStore store = new IdempotencyStore();
  private final InstantSource realTime;

  /**
   * @param realTime keys live by it, also in the sandbox
   */
  public IdempotentBatch(InstantSource realTime) {
    this.realTime = realTime;
  }

  /**
   * Answers requests: from what was answered to their keys before, or by the work, whose answers
   * are stored in the same transaction.
   *
   * @param work gets the requests that come for the first time; answers all or some of them, and
   *     writes nothing for those that it refuses or leaves out
   * @return the answers, each succeeded or failed with a {@link ProblemException}; requests that
   *     the work has left out have none
   */
  public Future<IdentityHashMap<ApiRequest, Future<Reply>>> run(
      SqlConnection connection,
      List<ApiRequest> requests,
      Function<List<ApiRequest>, Future<IdentityHashMap<ApiRequest, Reply>>> work) {
    IdentityHashMap<ApiRequest, KeyedRequest> keyed = new IdentityHashMap<>();
    for (ApiRequest request : requests) {
      KeyedRequest.of(request).ifPresent(use -> keyed.put(request, use));
    }
    return lookUp(connection, keyed.values())
        .compose(
            known -> {
              IdentityHashMap<ApiRequest, Future<Reply>> answers = new IdentityHashMap<>();
              List<ApiRequest> first = new ArrayList<>();
              for (ApiRequest request : requests) {
                KeyedRequest use = keyed.get(request);
                if (use == null || known.isFirst(use)) {
                  first.add(request);
                } else {
                  answers.put(request, known.again(use));
                }
              }
              return work.apply(first)
                  .compose(done -> store(connection, keyed, done))
                  .map(
                      done -> {
                        done.forEach(
                            (request, reply) ->
                                answers.put(request, IdempotentWrite.refusalAsFailure(reply)));
                        return answers;
                      });
            });
  }

  /** Takes the keys' locks and reads what was answered to them, in this order. */
  private Future<Known> lookUp(SqlConnection connection, Collection<KeyedRequest> uses) {
    if (uses.isEmpty()) {
      return Future.succeededFuture(new Known(Set.of(), Map.of()));
    }
    Future<Set<String>> locked =
        Locks.tryTake(connection, uses.stream().map(KeyedRequest::lock).distinct().toList());
    Future<Map<IdempotencyStore.TenantKey, IdempotencyRecord>> earlier =
        store.findAll(
            connection,
            uses.stream()
                .map(use -> new IdempotencyStore.TenantKey(use.tenantId(), use.key()))
                .distinct()
                .toList(),
            realTime.instant());
    return Future.join(locked, earlier).map(done -> new Known(locked.result(), earlier.result()));
  }

  private static final class Known {
    private final Set<String> locked;
    private final Map<IdempotencyStore.TenantKey, IdempotencyRecord> earlier;

    Known(Set<String> locked, Map<IdempotencyStore.TenantKey, IdempotencyRecord> earlier) {
      this.locked = new HashSet<>(locked);
      this.earlier = earlier;
    }

    /** Whether the work is to be done; of several requests with one key only for the first. */
    boolean isFirst(KeyedRequest use) {
      return !earlier.containsKey(new IdempotencyStore.TenantKey(use.tenantId(), use.key()))
          && locked.remove(use.lock());
    }

    Future<Reply> again(KeyedRequest use) {
      IdempotencyRecord answered = earlier.get(new IdempotencyStore.TenantKey(use.tenantId(), use.key()));
      return answered == null
          ? Future.failedFuture(new ProblemException(IdempotentWrite.inProgress()))
          : IdempotentWrite.again(use, answered);
    }
  }

  private Future<IdentityHashMap<ApiRequest, Reply>> store(
      SqlConnection connection,
      IdentityHashMap<ApiRequest, KeyedRequest> keyed,
      IdentityHashMap<ApiRequest, Reply> answers) {
    List<IdempotencyRecord> records =
        answers.entrySet().stream()
            .filter(answer -> keyed.containsKey(answer.getKey()))
            .map(
                answer ->
                    IdempotencyRecord.of(
                        Objects.requireNonNull(keyed.get(answer.getKey())), answer.getValue()))
            .filter(Objects::nonNull)
            .toList();
    return store.insertAll(connection, records, realTime.instant()).map(answers);
  }
}
