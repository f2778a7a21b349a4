package eu.callorders.server.concurrent;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs steps that may block, such as log writes, on daemon threads of their own. */
public final class BoundedStep {
  private BoundedStep() {}

  /** Starts a step without waiting for it. */
  public static void start(Runnable step) {
    Thread.ofPlatform().daemon().name("bounded-step").start(step);
  }

  /** Runs a step and waits until it ends, the limit passes, or an interrupt. */
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
