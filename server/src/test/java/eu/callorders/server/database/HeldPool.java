package eu.callorders.server.database;

import io.vertx.core.internal.pool.ConnectionPool;
import io.vertx.core.internal.pool.PoolConnection;
import io.vertx.core.internal.pool.PoolWaiter;
import io.vertx.sqlclient.Pool;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * Blocks the next request inside a pool of the Vert.x SQL client. Other requests to the pool queue
 * up meanwhile, and run when it is released.
 */
final class HeldPool {
  private static final int TIMEOUT_SECONDS = 30;

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Queue<?> actions;

  private HeldPool(Object pool) {
    actions = (Queue<?>) read(read(pool, "sync"), "q");
  }

  /** Blocks the next request of that pool. */
  @SuppressWarnings("unchecked") // the pool's own type of connections
  static HeldPool next(Pool pool) {
    Object connections = read(read(read(pool, "delegate"), "pool"), "pool");
    HeldPool held = new HeldPool(connections);
    held.stop((ConnectionPool<Object>) connections);
    return held;
  }

  private void stop(ConnectionPool<Object> pool) {
    BiFunction<PoolWaiter<Object>, List<PoolConnection<Object>>, PoolConnection<Object>> selector =
        selector(pool);
    pool.connectionSelector(
        (waiter, connections) -> {
          pool.connectionSelector(selector);
          entered.countDown();
          await(released);
          return selector.apply(waiter, connections);
        });
  }

  @SuppressWarnings("unchecked") // the field's own type
  private static BiFunction<
          PoolWaiter<Object>, List<PoolConnection<Object>>, PoolConnection<Object>>
      selector(ConnectionPool<Object> pool) {
    return (BiFunction<PoolWaiter<Object>, List<PoolConnection<Object>>, PoolConnection<Object>>)
        read(pool, "selector");
  }

  /** Waits until a request is blocked. */
  void awaitEntered() {
    await(entered);
  }

  /** Whether requests wait for the blocked one. */
  boolean hasQueued() {
    return !actions.isEmpty();
  }

  void release() {
    released.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("not within " + TIMEOUT_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static Object read(Object owner, String name) {
    for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return value(field, owner);
        }
      }
    }
    throw new AssertionError(owner.getClass() + " has no field " + name);
  }

  private static Object value(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
