package eu.callorders.server.concurrent;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Steps of threads that must not stop, on daemon threads of their own: a log whose reader has
 * stopped blocks the thread that writes to it.
 */
public final class BoundedStep {
  private BoundedStep() {}

  /** Starts a step, which the caller does not wait for. */
  public static void start(Runnable step) {
    Thread.ofPlatform().daemon().name("bounded-step").start(step);
  }

  /** Runs a step and waits for its end, up to a limit or an interrupt. */
  public static void run(Duration limit, Runnable step) {
    CountDownLatch ended = new CountDownLatch(1);
    start(
        () -> {
          try {
            step.run();
          } finally {
            ended.countDown();
          }
        });
    try {
      ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
