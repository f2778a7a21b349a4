package eu.callorders.server.signal;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Processes signals of requests, in a batch or one per transaction. */
public final class SignalBatchProcessor implements GroupCommit.BatchHandler {
  private final TenantStore tenants;
  private final SignalStore signals;
  private final SignalProcessor reception;
  private final InstantSource realTime;

  /**
   * @param realTime clock for the expiry of signal keys
   */
  public SignalBatchProcessor(
      TenantStore tenants, SignalStore signals, SignalProcessor reception, InstantSource realTime) {
    this.tenants = tenants;
    this.signals = signals;
    this.reception = reception;
    this.realTime = realTime;
  }

  /** Loaded data of a batch. */
  private record Known(
      List<NewSignal> wanted,
      Set<String> locks,
      Map<SignalKey, Signal> originals,
      Map<UUID, Tenant> tenants) {}

  /** Phones of earlier subject data are not known yet and not counted. */
  @Override
  public int locks(ApiRequest request) {
    return NewSignal.of(request).locks().size();
  }

  /** Processes the signals whose key, subject and phones are not locked by another transaction. */
  @Override
  public Future<IdentityHashMap<ApiRequest, Reply>> together(
      SqlConnection connection, List<ApiRequest> requests) {
    if (requests.isEmpty()) {
      return Future.succeededFuture(new IdentityHashMap<>());
    }
    return tryTake(connection, requests.stream().map(NewSignal::of).toList())
        .compose(
            known -> {
              SignalBatchPlan sorted =
                  SignalBatchPlan.of(known.wanted(), known.locks(), known.originals().keySet());
              return record(connection, sorted.rounds(), known)
                  .map(
                      recorded ->
                          answers(arrived(known.wanted(), requests), sorted, recorded, known));
            });
  }

  private static IdentityHashMap<NewSignal, ApiRequest> arrived(
      List<NewSignal> wanted, List<ApiRequest> requests) {
    IdentityHashMap<NewSignal, ApiRequest> arrived = new IdentityHashMap<>();
    for (int place = 0; place < requests.size(); place++) {
      arrived.put(wanted.get(place), requests.get(place));
    }
    return arrived;
  }

  /**
   * Pipelines the statements in lock order and loads last. Phones of earlier subject data are known
   * only under the subjects' locks; their locks are only tried, since a batch that holds many locks
   * must not wait.
   */
  private Future<Known> tryTake(SqlConnection connection, List<NewSignal> wanted) {
    List<SignalKey> keys = wanted.stream().map(NewSignal::key).distinct().toList();
    Future<Set<String>> keyLocks =
        Locks.tryTake(connection, keys.stream().map(SignalKey::lock).toList());
    Future<Set<String>> persons =
        Locks.tryTake(connection, wanted.stream().map(NewSignal::personLock).distinct().toList());
    return reception
        .withEarlierNumbers(connection, wanted)
        .compose(
            all -> {
              Future<Set<String>> numbers =
                  Locks.tryTakeShared(
                      connection, all.stream().map(NewSignal::numberLocks).toList());
              Future<Map<SignalKey, Signal>> originals =
                  signals.findAll(connection, keys, realTime.instant());
              Future<Map<UUID, Tenant>> tenant =
                  tenants.all(
                      connection, all.stream().map(NewSignal::tenantId).distinct().toList());
              return Future.join(keyLocks, persons, numbers, originals, tenant)
                  .map(
                      done ->
                          new Known(
                              all,
                              Stream.of(keyLocks, persons, numbers)
                                  .flatMap(locks -> locks.result().stream())
                                  .collect(Collectors.toUnmodifiableSet()),
                              originals.result(),
                              tenant.result()));
            });
  }

  private Future<List<Signal>> record(
      SqlConnection connection, List<List<NewSignal>> rounds, Known known) {
    Future<List<Signal>> recorded = Future.succeededFuture(new ArrayList<>());
    for (List<NewSignal> round : rounds) {
      recorded =
          recorded.compose(
              before ->
                  reception
                      .receive(connection, round, known.tenants())
                      .map(
                          more -> {
                            before.addAll(more);
                            return before;
                          }));
    }
    return recorded;
  }

  private static IdentityHashMap<ApiRequest, Reply> answers(
      IdentityHashMap<NewSignal, ApiRequest> arrived,
      SignalBatchPlan sorted,
      List<Signal> recorded,
      Known known) {
    Map<SignalKey, Signal> all = new HashMap<>(known.originals());
    recorded.forEach(signal -> all.put(signal.key(), signal));
    IdentityHashMap<ApiRequest, Reply> answers = new IdentityHashMap<>();
    sorted.rounds().stream()
        .flatMap(List::stream)
        .forEach(
            wanted ->
                answers.put(
                    arrived.get(wanted), created(Objects.requireNonNull(all.get(wanted.key())))));
    sorted
        .repetitions()
        .forEach(
            wanted ->
                answers.put(
                    arrived.get(wanted), repeated(Objects.requireNonNull(all.get(wanted.key())))));
    return answers;
  }

  @Override
  public Future<Reply> alone(SqlConnection connection, ApiRequest request) {
    NewSignal wanted = NewSignal.of(request);
    return Locks.take(connection, Set.of(wanted.key().lock()))
        .compose(locked -> signals.findAll(connection, Set.of(wanted.key()), realTime.instant()))
        .compose(
            originals -> {
              Signal original = originals.get(wanted.key());
              return original == null
                  ? first(connection, wanted)
                  : Future.succeededFuture(repeated(original));
            });
  }

  private Future<Reply> first(SqlConnection connection, NewSignal wanted) {
    return Locks.take(connection, Set.of(wanted.personLock()))
        .compose(locked -> reception.withEarlierNumbers(connection, List.of(wanted)))
        .compose(known -> Locks.takeShared(connection, known.getFirst().numberLocks()))
        .compose(locked -> tenants.all(connection, Set.of(wanted.tenantId())))
        .compose(tenant -> reception.receive(connection, List.of(wanted), tenant))
        .map(recorded -> created(recorded.getFirst()));
  }

  private static Reply created(Signal signal) {
    return Reply.of(201, SignalView.of(signal, false))
        .with("Location", "/v1/signals/" + IdKind.SIGNAL.format(signal.id()));
  }

  private static Reply repeated(Signal original) {
    return Reply.of(200, SignalView.of(original, true));
  }
}
