package eu.callorders.console.work;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A cancellable background task. */
public final class BackgroundTask {
  private enum State {
    RUNNING,
    ENDED,
    CANCELED
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
  private volatile @Nullable Future<?> future;

  BackgroundTask() {}

  void future(Future<?> submitted) {
    future = submitted;
    if (isCanceled()) {
      submitted.cancel(true);
    }
  }

  /** Suppresses the callbacks; changes already made at the service stay. */
  public void cancel() {
    if (state.compareAndSet(State.RUNNING, State.CANCELED)) {
      Future<?> submitted = future;
      if (submitted != null) {
        submitted.cancel(true);
      }
    }
  }

  public boolean isRunning() {
    return state.get() == State.RUNNING;
  }

  boolean isCanceled() {
    return state.get() == State.CANCELED;
  }

  /** Ends the task; false if it was canceled. */
  boolean tryEnd() {
    return state.compareAndSet(State.RUNNING, State.ENDED);
  }
}
