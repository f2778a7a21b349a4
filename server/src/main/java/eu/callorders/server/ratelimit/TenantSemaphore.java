package eu.callorders.server.ratelimit;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Limits the requests of a tenant that are processed concurrently, so that a burst leaves
 * processors and database connections to other tenants. Further requests wait in order and are
 * refused after a timeout. Thread-safe.
 */
public final class TenantSemaphore {
  /** A tenant uses less than one of two processors; an operation states its permits. */
  private static final int PERMITS_PER_PROCESSOR = 32;

  private static final int MIN_PERMITS = 2 * PERMITS_PER_PROCESSOR;
  private static final int MAX_WAITING = 1_000;
  private static final Duration WAIT_TIMEOUT = Duration.ofMillis(1500);

  private final int permits;
  private final Duration waitTimeout;
  private final Map<UUID, Usage> tenants = new HashMap<>();

  private static final class Usage {
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private int acquired;
  }

  private record Waiting(int permits, Promise<Void> granted, Context context) {}

  /**
   * @param permits of each tenant
   * @param longestWait timeout for permits
   */
  public TenantSemaphore(int permits, Duration longestWait) {
    this.permits = permits;
    this.waitTimeout = longestWait;
  }

  public static TenantSemaphore ofProcessors() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new TenantSemaphore(
        Math.max(MIN_PERMITS, processors * PERMITS_PER_PROCESSOR), WAIT_TIMEOUT);
  }

  /** Never lets a request wait. */
  public static TenantSemaphore unlimited() {
    return new TenantSemaphore(Integer.MAX_VALUE, WAIT_TIMEOUT);
  }

  /**
   * Runs the work with permits of its tenant, on the caller's event loop.
   *
   * @param needed capped at the tenant's permits
   * @return the result of the work; failed with a {@link ProblemException} {@code unavailable} when
   *     the wait times out or the queue is full
   */
  public <T> Future<T> run(UUID tenantId, int needed, Supplier<Future<T>> work) {
    int counted = Math.min(needed, permits);
    return acquire(tenantId, counted)
        .compose(
            acquired ->
                Future.succeededFuture()
                    .compose(ignored -> work.get()) // catches exceptions of the work
                    .onComplete(ended -> release(tenantId, counted)));
  }

  private synchronized Future<Void> acquire(UUID tenantId, int needed) {
    Usage usage = tenants.computeIfAbsent(tenantId, ignored -> new Usage());
    if (usage.waiting.isEmpty() && fits(usage, needed)) {
      usage.acquired += needed;
      return Future.succeededFuture();
    }
    if (usage.waiting.size() == MAX_WAITING) {
      return Future.failedFuture(tooBusy());
    }
    Context context = Vertx.currentContext();
    Waiting waiting = new Waiting(needed, Promise.promise(), context);
    usage.waiting.add(waiting);
    long timer =
        context.owner().setTimer(waitTimeout.toMillis(), ignored -> expire(tenantId, waiting));
    return waiting.granted().future().onSuccess(done -> context.owner().cancelTimer(timer));
  }

  private synchronized void expire(UUID tenantId, Waiting expired) {
    Usage usage = tenants.get(tenantId);
    if (usage != null && usage.waiting.remove(expired)) {
      expired.granted().fail(tooBusy());
      grant(tenantId, usage);
    }
  }

  private synchronized void release(UUID tenantId, int released) {
    Usage usage = tenants.get(tenantId);
    if (usage != null) {
      usage.acquired -= released;
      grant(tenantId, usage);
    }
  }

  private void grant(UUID tenantId, Usage usage) {
    Waiting next = usage.waiting.peek();
    while (next != null && fits(usage, next.permits())) {
      usage.acquired += next.permits();
      Promise<Void> granted = usage.waiting.remove().granted();
      next.context().runOnContext(ignored -> granted.complete());
      next = usage.waiting.peek();
    }
    if (usage.acquired == 0 && usage.waiting.isEmpty()) {
      tenants.remove(tenantId);
    }
  }

  private boolean fits(Usage usage, int needed) {
    return needed <= permits - usage.acquired;
  }

  synchronized int tenants() {
    return tenants.size();
  }

  private static ProblemException tooBusy() {
    return ProblemException.retryLater(
        ProblemCode.UNAVAILABLE,
        "More requests of this tenant come in than are processed just now.",
        Duration.ofSeconds(1));
  }
}
