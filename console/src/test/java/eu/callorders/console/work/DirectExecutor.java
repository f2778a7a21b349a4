package eu.callorders.console.work;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The thread that draws, where there is no toolkit: the test itself. */
public final class DirectExecutor implements Executor {
  private static final long PATIENCE_SECONDS = 60;

  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable change) {
    waiting.add(change);
  }

  /** Waits for the next change and makes it. */
  public void next() {
    take().run();
  }

  /** Waits for the next change, to be made later. */
  public Runnable take() {
    try {
      Runnable change = waiting.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (change == null) {
        throw new AssertionError("nothing came");
      }
      return change;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
