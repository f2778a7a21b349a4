package eu.callorders.server.worker;

import eu.callorders.server.concurrent.BoundedStep;
import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.worker.LoopWatchdogPolicy.Action;
import eu.callorders.server.worker.LoopWatchdogPolicy.State;
import eu.callorders.server.worker.LoopWatchdogPolicy.Step;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors every loop of a node on its own thread, which blocked event loops, virtual threads or
 * log writers do not stop. A loop that stalls for a minute ends the process.
 */
public final class LoopWatchdog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoopWatchdog.class);
  private static final Duration LOG_LIMIT = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final LoopWatchdogPolicy policy;
  private final Runnable exit;
  private final Map<LoopActivity, LoopObservation> observations = new HashMap<>();
  private volatile boolean closed;

  /** Result of the last check of a loop. */
  private record LoopObservation(long steps, State state) {}

  /** Creates a watchdog without a thread. */
  LoopWatchdog(Vertx vertx, LoopWatchdogPolicy policy, Runnable exit) {
    this.vertx = vertx;
    this.policy = policy;
    this.exit = exit;
  }

  /**
   * Starts the watchdog on its own thread.
   *
   * @param exit ends the process
   */
  public static LoopWatchdog start(Vertx vertx, LoopWatchdogPolicy policy, Runnable exit) {
    LoopWatchdog watchdog = new LoopWatchdog(vertx, policy, exit);
    Thread.ofPlatform().daemon().name("loop-watchdog").start(watchdog::watch);
    return watchdog;
  }

  private void watch() {
    long last = System.nanoTime();
    while (!closed) {
      LockSupport.parkNanos(policy.tick().toNanos());
      long now = System.nanoTime();
      try {
        check(Duration.ofNanos(now - last), now);
      } catch (Throwable e) { // without this thread no loop is monitored
        ProcessExit.haltIfOutOfMemory(e);
        BoundedStep.start(() -> LOG.error("watchdog check failed", e));
      }
      last = now;
    }
  }

  void check(Duration sinceLastCheck, long now) {
    List<LoopActivity> loops = Loops.of(vertx);
    observations.keySet().retainAll(loops);
    for (LoopActivity loop : loops) {
      long steps = loop.steps();
      LoopObservation previous =
          observations.getOrDefault(loop, new LoopObservation(-1, State.PROGRESSING));
      boolean progressed = steps != previous.steps() || loop.isResting(now);
      Step step = policy.next(previous.state(), sinceLastCheck, progressed);
      observations.put(loop, new LoopObservation(steps, step.state()));
      act(loop, step);
    }
  }

  private void act(LoopActivity loop, Step step) {
    loop.stallReported(step.state().reported());
    long seconds = step.state().stalledFor().toSeconds();
    Action action = step.action();
    String name = loop.name();
    if (action == Action.REPORT) {
      BoundedStep.start(() -> LOG.warn("loop {} stalled for {} s", name, seconds));
    } else if (action == Action.REPORT_RECOVERY) {
      BoundedStep.start(() -> LOG.info("loop {} recovered", name));
    } else if (action == Action.INTERRUPT) {
      Throwable stack = stack(loop);
      BoundedStep.start(
          () -> LOG.error("loop {} stalled for {} s: interrupting it", name, seconds, stack));
      interrupt(loop);
    } else if (action == Action.EXIT) {
      exit(name, seconds, stack(loop));
    }
  }

  private void exit(String name, long seconds, Throwable stack) {
    try {
      BoundedStep.run(
          LOG_LIMIT,
          () -> LOG.error("loop {} stalled for {} s: ending the process", name, seconds, stack));
    } finally {
      exit.run();
    }
  }

  private static void interrupt(LoopActivity loop) {
    Thread thread = loop.thread();
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** The stack of the loop's thread, as a throwable for the log. */
  private static Throwable stack(LoopActivity loop) {
    Throwable stack = new Throwable("stack of loop " + loop.name());
    Thread thread = loop.thread();
    stack.setStackTrace(thread == null ? new StackTraceElement[0] : thread.getStackTrace());
    return stack;
  }

  @Override
  public void close() {
    closed = true;
  }
}
