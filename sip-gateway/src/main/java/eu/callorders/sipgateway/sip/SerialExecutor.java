package eu.callorders.sipgateway.sip;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the actions of each key in their order, those of other keys beside them: a connection that
 * takes long delays no other one.
 */
final class SerialExecutor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<Object, Queue<Runnable>> queues = new HashMap<>();

  /** Throws {@link RejectedExecutionException} after the end. */
  void execute(Object key, Runnable action) {
    synchronized (queues) {
      Queue<Runnable> queue = queues.get(key);
      if (queue == null) {
        threads.execute(() -> drain(key));
        queue = new ArrayDeque<>();
        queues.put(key, queue);
      }
      queue.add(action);
    }
  }

  private void drain(Object key) {
    for (Runnable action = next(key); action != null; action = next(key)) {
      try {
        action.run();
      } catch (RuntimeException fault) {
        LOG.error("SIP action failed", fault); // Those behind it still run.
      }
    }
  }

  private @Nullable Runnable next(Object key) {
    synchronized (queues) {
      Queue<Runnable> queue = queues.get(key);
      Runnable action = queue == null ? null : queue.poll();
      if (action == null) {
        queues.remove(key);
      }
      return action;
    }
  }

  /** Waits for the actions so far. */
  @Override
  public void close() {
    threads.close();
  }
}
