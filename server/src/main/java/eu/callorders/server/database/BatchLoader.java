package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;

/**
 * Loads single resources of tenants. Requests that arrive while a transaction loads for their
 * tenant share the next one, so that a read under load costs a fraction of a transaction. While a
 * transaction stalls, others run beside it.
 */
public final class BatchLoader<T> {
  private static final int MAX_BATCH = 32;

  /** After this time, a running transaction no longer keeps the next one from starting. */
  private static final Duration STALLED = Duration.ofMillis(20);

  private final Database database;
  private final LoadFunction<T> load;
  private final Duration stalled;
  private final Map<UUID, TenantQueue<T>> queues = new HashMap<>();

  /**
   * Loads the resources with these ids; may leave out any but the first, which are then loaded
   * alone.
   */
  @FunctionalInterface
  public interface LoadFunction<T> {
    Future<Map<UUID, T>> load(SqlConnection connection, UUID tenantId, List<UUID> ids);
  }

  public BatchLoader(Database database, LoadFunction<T> load) {
    this(database, load, STALLED);
  }

  BatchLoader(Database database, LoadFunction<T> load, Duration stalled) {
    this.database = database;
    this.load = load;
    this.stalled = stalled;
  }

  private record Request<T>(UUID id, Promise<Optional<T>> reply) {}

  /** What waits and runs for one tenant; guarded by the loader. */
  private static final class TenantQueue<T> {
    private final Queue<Request<T>> waiting = new ArrayDeque<>();
    private int running;
    private long lastStart;
    private boolean timerSet;

    private boolean mayStart(Duration stalled) {
      return !waiting.isEmpty()
          && (running == 0 || System.nanoTime() - lastStart > stalled.toNanos());
    }

    private List<Request<T>> start() {
      List<Request<T>> batch = new ArrayList<>();
      while (!waiting.isEmpty() && batch.size() < MAX_BATCH) {
        batch.add(waiting.remove());
      }
      running++;
      lastStart = System.nanoTime();
      return batch;
    }

    private boolean isIdle() {
      return running == 0 && waiting.isEmpty();
    }
  }

  /**
   * Loads the resource of a tenant with this id, as it is after the call; empty when there is none.
   * Completes on the event loop of the caller. Refused while too many requests of the tenant wait.
   */
  public Future<Optional<T>> load(UUID tenantId, UUID id) {
    ContextInternal context = ContextInternal.current();
    Request<T> request = new Request<>(id, context.promise());
    if (!enqueue(tenantId, request)) {
      return Future.failedFuture(TenantAdmission.rateLimited());
    }
    startNext(context.owner(), tenantId);
    return request.reply().future();
  }

  private synchronized boolean enqueue(UUID tenantId, Request<T> request) {
    TenantQueue<T> queue = queues.computeIfAbsent(tenantId, tenant -> new TenantQueue<>());
    return queue.waiting.size() < TenantAdmission.MAX_WAITING && queue.waiting.add(request);
  }

  private void startNext(Vertx vertx, UUID tenantId) {
    List<Request<T>> batch = next(vertx, tenantId);
    if (!batch.isEmpty()) {
      run(tenantId, batch)
          .onComplete(
              ended -> {
                end(tenantId);
                startNext(vertx, tenantId);
              });
    }
  }

  /** The requests of the next transaction; none while it may not start. */
  private synchronized List<Request<T>> next(Vertx vertx, UUID tenantId) {
    TenantQueue<T> queue = queues.get(tenantId);
    if (queue == null) {
      return List.of();
    }
    List<Request<T>> batch = queue.mayStart(stalled) ? queue.start() : List.of();
    if (!queue.waiting.isEmpty() && !queue.timerSet) {
      queue.timerSet = true;
      vertx.setTimer(stalled.toMillis() + 1, timer -> startBesideStalled(vertx, tenantId));
    }
    return batch;
  }

  private void startBesideStalled(Vertx vertx, UUID tenantId) {
    synchronized (this) {
      TenantQueue<T> queue = queues.get(tenantId);
      if (queue != null) {
        queue.timerSet = false;
      }
    }
    startNext(vertx, tenantId);
  }

  private synchronized void end(UUID tenantId) {
    queues.computeIfPresent(
        tenantId,
        (tenant, queue) -> {
          queue.running--;
          return queue.isIdle() ? null : queue;
        });
  }

  private Future<?> run(UUID tenantId, List<Request<T>> batch) {
    List<UUID> ids = batch.stream().map(Request::id).distinct().toList();
    return database
        .asTenant(tenantId, connection -> load.load(connection, tenantId, ids))
        .onComplete(
            (found, failure) -> {
              boolean single = batch.size() == 1;
              for (Request<T> request : batch) {
                if (failure == null && (single || found.containsKey(request.id()))) {
                  request.reply().complete(Optional.ofNullable(found.get(request.id())));
                } else if (single || (failure != null && DatabaseFailures.isOutage(failure))) {
                  request.reply().fail(failure);
                } else {
                  run(tenantId, List.of(request));
                }
              }
            });
  }
}
