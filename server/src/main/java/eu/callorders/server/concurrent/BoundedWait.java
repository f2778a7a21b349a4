package eu.callorders.server.concurrent;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Blocks until a future completes. {@code Future.await(long, TimeUnit)} is no substitute: after a
 * timeout it leaves the task queue of a virtual-thread verticle suspended.
 */
public final class BoundedWait {
  /** Longer than any statement, shorter than the watchdog's limit for a loop. */
  public static final Duration LIMIT = Duration.ofSeconds(45);

  private BoundedWait() {}

  /**
   * Waits at most {@link #LIMIT} for a result. Throws the cause of a failure, checked or not, or a
   * {@link TimeoutException}.
   */
  public static <T extends @Nullable Object> T await(Future<T> future) {
    return await(future, LIMIT);
  }

  /** Waits for a result up to a limit. Above {@link #LIMIT} the loop counts as resting. */
  public static <T extends @Nullable Object> T await(Future<T> future, Duration limit) {
    if (future.isComplete()) {
      return future.await();
    }
    Promise<T> bounded = Promise.promise();
    future.onComplete(
        (result, failure) -> {
          if (failure == null) {
            bounded.tryComplete(result);
          } else {
            bounded.tryFail(failure);
          }
        });
    var deadline =
        Deadlines.after(
            limit,
            () ->
                bounded.tryFail(
                    new TimeoutException("no result within " + limit.toMillis() + " ms")));
    LoopActivity loop = LoopActivity.current();
    if (loop != null && limit.compareTo(LIMIT) > 0) {
      loop.pauseFor(limit);
    }
    try {
      return bounded.future().await();
    } finally {
      deadline.cancel(false);
      if (loop != null) {
        loop.progressed();
      }
    }
  }

  /** Waits up to a limit for a future to succeed or fail; false at the limit. */
  public static boolean completes(Future<?> future, Duration limit) {
    try {
      await(future.onFailure(ProcessExit::haltIfOutOfMemory).otherwiseEmpty(), limit);
      return true;
    } catch (Exception e) { // a TimeoutException, undeclared
      return false;
    }
  }
}
