package eu.callorders.server.concurrent;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timers on a separate thread. A Vert.x timer is late while its event loop is blocked, and never
 * fires after its verticle is undeployed.
 */
public final class Deadlines {
  private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private Deadlines() {}

  /**
   * Runs a task after the delay, unless the returned future is canceled.
   *
   * @param task must not block: all deadlines of the process share one thread
   */
  public static Future<?> after(Duration delay, Runnable task) {
    return TIMER.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // the executor would drop an Error silently
      ProcessExit.haltIfOutOfMemory(e);
      LOG.error("deadline task failed", e);
    }
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1, task -> Thread.ofPlatform().daemon().name("deadlines").unstarted(task));
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}
