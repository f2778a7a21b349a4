package eu.callorders.server.ratelimit;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Limits the concurrent requests of a key; more are refused with 429. */
public final class ConcurrencyLimit {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final ConcurrentMap<Object, Integer> running = new ConcurrentHashMap<>();
  private final int limit;
  private final String detail;

  /**
   * @param detail the problem detail of a refusal
   */
  public ConcurrencyLimit(int limit, String detail) {
    this.limit = limit;
    this.detail = detail;
  }

  /**
   * Runs the work unless the key is at its limit.
   *
   * @param use completes when the result is used, until which it counts as running
   */
  public <T> Future<T> run(Object key, Supplier<Future<T>> work, Function<T, Future<Void>> use) {
    if (!tryAcquire(key)) {
      return Future.failedFuture(
          ProblemException.retryLater(ProblemCode.RATE_LIMITED, detail, RETRY_AFTER));
    }
    return Future.succeededFuture()
        .compose(ignored -> work.get()) // catches exceptions of the work
        .onSuccess(result -> use.apply(result).onComplete(used -> release(key)))
        .onFailure(failure -> release(key));
  }

  private boolean tryAcquire(Object key) {
    boolean[] entered = new boolean[1];
    running.compute(
        key,
        (same, current) -> {
          int before = current == null ? 0 : current;
          entered[0] = before < limit;
          return entered[0] ? Integer.valueOf(before + 1) : current;
        });
    return entered[0];
  }

  private void release(Object key) {
    running.computeIfPresent(key, (same, before) -> before == 1 ? null : before - 1);
  }

  int keys() {
    return running.size();
  }
}
