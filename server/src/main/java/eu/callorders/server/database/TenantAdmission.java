package eu.callorders.server.database;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Shares the connections of a pool between tenants. A tenant uses at most half of them, so that
 * other tenants never wait for it alone. Waiting tenants take turns.
 */
final class TenantAdmission {
  /** Requests of one tenant. */
  static final int MAX_WAITING = 200;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final int capacity;
  private final int share;
  private final Duration timeout;
  private final Map<UUID, Integer> running = new HashMap<>();
  private final RoundRobinQueue<UUID, Waiter> waiting = new RoundRobinQueue<>();
  private int total;

  /**
   * @param capacity connections of the pool
   * @param longestWait timeout of a waiting request
   */
  TenantAdmission(Vertx vertx, int capacity, Duration longestWait) {
    this.vertx = vertx;
    this.capacity = capacity;
    this.share = Math.clamp(capacity / 2, Math.min(2, capacity), capacity);
    this.timeout = longestWait;
  }

  /** A waiting request; its future completes on the request's context. */
  private record Waiter(UUID tenantId, Context context, Promise<Void> admitted) {
    void admit() {
      context.runOnContext(ignored -> admitted.complete());
    }

    void refuse(Throwable reason) {
      context.runOnContext(ignored -> admitted.fail(reason));
    }
  }

  /** Runs {@code work}, which uses one connection, when it is the tenant's turn. */
  <T> Future<T> run(UUID tenantId, Supplier<Future<T>> work) {
    return acquire(tenantId)
        .compose(
            entered ->
                Future.succeededFuture()
                    .compose(ignored -> work.get()) // catches an exception of the work
                    .onComplete(ended -> release(tenantId)));
  }

  private Future<Void> acquire(UUID tenantId) {
    Waiter waiter;
    synchronized (this) {
      if (hasCapacity(tenantId)) {
        start(tenantId);
        return Future.succeededFuture();
      }
      if (waiting.size(tenantId) >= MAX_WAITING) {
        boolean tenantLimited = running.getOrDefault(tenantId, 0) >= share;
        return Future.failedFuture(
            tenantLimited ? rateLimited() : new TimeoutException("no connection"));
      }
      waiter = new Waiter(tenantId, vertx.getOrCreateContext(), Promise.promise());
      waiting.add(tenantId, waiter);
    }
    long timer = vertx.setTimer(timeout.toMillis(), ignored -> expire(waiter));
    return waiter.admitted().future().onComplete(done -> vertx.cancelTimer(timer));
  }

  private boolean hasCapacity(UUID tenantId) {
    return total < capacity && running.getOrDefault(tenantId, 0) < share;
  }

  private void start(UUID tenantId) {
    running.merge(tenantId, 1, Integer::sum);
    total++;
  }

  private void release(UUID tenantId) {
    Waiter next;
    synchronized (this) {
      running.computeIfPresent(tenantId, (id, count) -> count == 1 ? null : count - 1);
      total--;
      next = waiting.poll(this::hasCapacity);
      if (next != null) {
        start(next.tenantId());
      }
    }
    if (next != null) {
      next.admit();
    }
  }

  private void expire(Waiter waiter) {
    synchronized (this) {
      if (!waiting.remove(waiter.tenantId(), waiter)) {
        return;
      }
    }
    waiter.refuse(new TimeoutException("no connection in time"));
  }

  /** Fails every waiting request. */
  void refuseAll(Throwable reason) {
    List<Waiter> refused = new ArrayList<>();
    synchronized (this) {
      waiting.drain(each -> true, refused::add);
    }
    refused.forEach(waiter -> waiter.refuse(reason));
  }

  static ProblemException rateLimited() {
    return ProblemException.retryLater(
        ProblemCode.RATE_LIMITED,
        "The tenant has too many requests under way at once; wait for Retry-After.",
        RETRY_AFTER);
  }
}
