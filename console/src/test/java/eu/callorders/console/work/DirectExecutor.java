package eu.callorders.console.work;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Replaces the JavaFX thread in tests: the test runs the changes itself. */
public final class DirectExecutor implements Executor {
  private static final long TIMEOUT_SECONDS = 60;

  private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();

  /**
   * Background tasks whose delays do not end: on a slow machine, the change at the end of a delay
   * would come before a response.
   */
  public BackgroundExecutor endlessDelays() {
    return new BackgroundExecutor(this, ignored -> new CountDownLatch(1).await());
  }

  @Override
  public void execute(Runnable change) {
    queue.add(change);
  }

  /** Waits for the next change and runs it. */
  public void runNext() {
    takeNext().run();
  }

  /** Runs changes as they arrive until the condition is true, where their number is not known. */
  public void runUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      runNext();
    }
  }

  /** Waits for the next change, to be run later. */
  public Runnable takeNext() {
    try {
      Runnable change = queue.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (change == null) {
        throw new AssertionError("no change arrived");
      }
      return change;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
