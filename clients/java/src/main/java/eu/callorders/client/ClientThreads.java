package eu.callorders.client;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * The threads that send requests and take responses: virtual ones where Java has them, from 21 on,
 * since many requests at once cost less processor time with them; else platform threads that do not
 * keep the process alive.
 */
public final class ClientThreads {
  private static final int FIRST_WITH_VIRTUAL = 21;

  private ClientThreads() {}

  public static ThreadFactory factory() {
    return hasVirtual() ? virtual() : ClientThreads::platformThread;
  }

  /** Runs each task at once: in a virtual thread of its own, else in a cached thread. */
  static Executor executor() {
    if (!hasVirtual()) {
      return Executors.newCachedThreadPool(ClientThreads::platformThread);
    }
    ThreadFactory threads = virtual();
    return task -> threads.newThread(task).start();
  }

  private static boolean hasVirtual() {
    return Runtime.version().feature() >= FIRST_WITH_VIRTUAL;
  }

  private static ThreadFactory virtual() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Thread platformThread(Runnable task) {
    Thread thread = Executors.defaultThreadFactory().newThread(task);
    thread.setDaemon(true);
    return thread;
  }
}
