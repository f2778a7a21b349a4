package eu.callorders.server.signal;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.PendingReplies;
import eu.callorders.server.idempotency.RequestBatchHandler;
import eu.callorders.server.signal.SignalBatchProcessor.Submission;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Processes signals of requests, in a batch or one per transaction. */
public final class SignalBatchProcessor implements RequestBatchHandler<Submission> {
  private final SignalProcessor processor;
  private final InstantSource realTime;

  /**
   * @param realTime clock for the expiry of signal keys
   */
  public SignalBatchProcessor(SignalProcessor processor, InstantSource realTime) {
    this.processor = processor;
    this.realTime = realTime;
  }

  /** Loaded data of a batch. */
  record ClaimedSignals(
      List<NewSignal> newSignals,
      Set<String> locks,
      Map<SignalKey, Signal> originals,
      Map<UUID, Tenant> tenants) {

    /** Without the keys of signals that may cancel many orders: each is processed alone. */
    Set<String> locksInBatch() {
      Set<String> inBatch = new HashSet<>(locks);
      newSignals.stream()
          .filter(signal -> signal.mayCancelOrders(tenant(signal)))
          .forEach(signal -> inBatch.remove(signal.key().lock()));
      return inBatch;
    }

    private Tenant tenant(NewSignal signal) {
      return Objects.requireNonNull(tenants.get(signal.tenantId()));
    }
  }

  public record Submission(ApiRequest request, NewSignal signal) {}

  @Override
  public Submission prepare(ApiRequest request) {
    return new Submission(request, NewSignal.of(request));
  }

  /** Phones of earlier subject data are not known yet and not counted. */
  @Override
  public int locks(Submission submission) {
    return submission.signal().locks().size();
  }

  /** Processes the signals whose key, subject and phones are not locked by another transaction. */
  @Override
  public Future<PendingReplies> handleBatch(
      SqlConnection connection, List<Submission> all, Future<Set<ApiRequest>> firstTime) {
    return firstTime
        .compose(
            these ->
                handleBatch(
                    connection,
                    all.stream().filter(each -> these.contains(each.request())).toList()))
        .map(replies -> new PendingReplies(replies, Future.succeededFuture()));
  }

  private Future<IdentityHashMap<ApiRequest, Reply>> handleBatch(
      SqlConnection connection, List<Submission> submissions) {
    if (submissions.isEmpty()) {
      return Future.succeededFuture(new IdentityHashMap<>());
    }
    return tryAcquire(connection, submissions.stream().map(Submission::signal).toList())
        .compose(
            batch -> {
              SignalBatchPlan plan =
                  SignalBatchPlan.of(
                      batch.newSignals(), batch.locksInBatch(), batch.originals().keySet());
              return record(connection, plan.rounds(), batch)
                  .map(
                      recorded ->
                          toReplies(
                              requestsBySignal(batch.newSignals(), submissions),
                              plan,
                              recorded,
                              batch));
            });
  }

  private static IdentityHashMap<NewSignal, ApiRequest> requestsBySignal(
      List<NewSignal> newSignals, List<Submission> submissions) {
    IdentityHashMap<NewSignal, ApiRequest> requestsBySignal = new IdentityHashMap<>();
    for (int index = 0; index < submissions.size(); index++) {
      requestsBySignal.put(newSignals.get(index), submissions.get(index).request());
    }
    return requestsBySignal;
  }

  /**
   * Pipelines the statements in lock order and loads last. Phones of earlier subject data are known
   * only under the subjects' locks; their locks are only tried, since a batch that holds many locks
   * must not wait.
   */
  private Future<ClaimedSignals> tryAcquire(SqlConnection connection, List<NewSignal> newSignals) {
    List<SignalKey> keys = newSignals.stream().map(NewSignal::key).distinct().toList();
    Future<Set<String>> keyLocks =
        Locks.tryAcquire(connection, keys.stream().map(SignalKey::lock).toList());
    Future<Set<String>> subjects =
        Locks.tryAcquire(
            connection, newSignals.stream().map(NewSignal::subjectLock).distinct().toList());
    return processor
        .withEarlierPhoneLocks(connection, newSignals)
        .compose(
            all -> {
              Future<Set<String>> phones =
                  Locks.tryAcquireShared(
                      connection, all.stream().map(NewSignal::phoneLocks).toList());
              Future<Map<SignalKey, Signal>> originals =
                  SignalStore.findAll(connection, keys, realTime.instant());
              Future<Map<UUID, Tenant>> tenant =
                  TenantStore.findAll(
                      connection, all.stream().map(NewSignal::tenantId).distinct().toList());
              return Future.join(keyLocks, subjects, phones, originals, tenant)
                  .map(
                      done ->
                          new ClaimedSignals(
                              all,
                              Stream.of(keyLocks, subjects, phones)
                                  .flatMap(locks -> locks.result().stream())
                                  .collect(Collectors.toUnmodifiableSet()),
                              originals.result(),
                              tenant.result()));
            });
  }

  private Future<List<Signal>> record(
      SqlConnection connection, List<List<NewSignal>> rounds, ClaimedSignals batch) {
    Future<List<Signal>> recorded = Future.succeededFuture(new ArrayList<>());
    for (List<NewSignal> round : rounds) {
      recorded =
          recorded.compose(
              before ->
                  processor
                      .process(connection, round, batch.tenants())
                      .map(
                          more -> {
                            before.addAll(more);
                            return before;
                          }));
    }
    return recorded;
  }

  private static IdentityHashMap<ApiRequest, Reply> toReplies(
      IdentityHashMap<NewSignal, ApiRequest> requestsBySignal,
      SignalBatchPlan plan,
      List<Signal> recorded,
      ClaimedSignals batch) {
    Map<SignalKey, Signal> all = new HashMap<>(batch.originals());
    recorded.forEach(signal -> all.put(signal.key(), signal));
    IdentityHashMap<ApiRequest, Reply> replies = new IdentityHashMap<>();
    plan.rounds().stream()
        .flatMap(List::stream)
        .forEach(
            newSignal ->
                replies.put(
                    requestsBySignal.get(newSignal),
                    createdReply(Objects.requireNonNull(all.get(newSignal.key())))));
    plan.repetitions()
        .forEach(
            newSignal ->
                replies.put(
                    requestsBySignal.get(newSignal),
                    repeatedReply(Objects.requireNonNull(all.get(newSignal.key())))));
    return replies;
  }

  @Override
  public Future<Reply> handleOne(SqlConnection connection, Submission submission) {
    NewSignal signal = submission.signal();
    return Locks.acquire(connection, Set.of(signal.key().lock()))
        .compose(
            locked -> SignalStore.findAll(connection, Set.of(signal.key()), realTime.instant()))
        .compose(
            originals -> {
              Signal original = originals.get(signal.key());
              return original == null
                  ? processFirst(connection, signal)
                  : Future.succeededFuture(repeatedReply(original));
            });
  }

  private Future<Reply> processFirst(SqlConnection connection, NewSignal signal) {
    return Locks.acquire(connection, Set.of(signal.subjectLock()))
        .compose(locked -> processor.withEarlierPhoneLocks(connection, List.of(signal)))
        .compose(withPhones -> Locks.acquireShared(connection, withPhones.getFirst().phoneLocks()))
        .compose(locked -> TenantStore.findAll(connection, Set.of(signal.tenantId())))
        .compose(tenant -> processor.process(connection, List.of(signal), tenant))
        .map(recorded -> createdReply(recorded.getFirst()));
  }

  /** Signals of the service itself that can be recorded in the transaction. */
  record Claim(ClaimedSignals signals, SignalBatchPlan plan) {

    /** Whether the signal is recorded with the others, or was recorded before. */
    boolean covers(NewSignal signal) {
      return Stream.concat(
              plan.rounds().stream().flatMap(List::stream), plan.repetitions().stream())
          .anyMatch(each -> each.key().equals(signal.key()));
    }
  }

  /**
   * Claims signals whose key, subject and phones are not locked by another transaction. The caller
   * holds the subjects' locks.
   */
  Future<Claim> claim(SqlConnection connection, List<NewSignal> newSignals) {
    if (newSignals.isEmpty()) {
      ClaimedSignals none = new ClaimedSignals(List.of(), Set.of(), Map.of(), Map.of());
      return Future.succeededFuture(new Claim(none, new SignalBatchPlan(List.of(), List.of())));
    }
    return tryAcquire(connection, newSignals)
        .map(
            batch ->
                new Claim(
                    batch,
                    SignalBatchPlan.of(
                        batch.newSignals(), batch.locks(), batch.originals().keySet())));
  }

  /** Records claimed signals, except repetitions. */
  Future<?> record(SqlConnection connection, Claim claim) {
    return record(connection, claim.plan().rounds(), claim.signals());
  }

  private static Reply createdReply(Signal signal) {
    return Reply.of(201, SignalView.of(signal, false))
        .with("Location", "/v1/signals/" + IdKind.SIGNAL.format(signal.id()));
  }

  private static Reply repeatedReply(Signal original) {
    return Reply.of(200, SignalView.of(original, true));
  }
}
