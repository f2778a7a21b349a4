package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Runs slow work on virtual threads and hands the outcome to the JavaFX thread. */
public final class BackgroundExecutor implements AutoCloseable {
  private static final Logger LOG = System.getLogger(BackgroundExecutor.class.getName());

  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final Executor fxThread;
  private final Pause pause;

  public BackgroundExecutor(Executor drawing) {
    this(drawing, Thread::sleep);
  }

  /**
   * @param pause replaces the passage of time in tests
   */
  BackgroundExecutor(Executor drawing, Pause pause) {
    this.fxThread = drawing;
    this.pause = pause;
  }

  /** Blocks a worker for that time. */
  @FunctionalInterface
  interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  @FunctionalInterface
  public interface Call<T> {
    T call() throws ApiException, InterruptedException;
  }

  /** Runs a call; calls exactly one of the two callbacks, or none after a cancellation. */
  public <T> BackgroundTask run(Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    BackgroundTask task = new BackgroundTask();
    submit(task, () -> execute(task, call, done, failed));
    return task;
  }

  /** Once closed, cancels the task instead: late outcomes on the JavaFX thread may start more. */
  private void submit(BackgroundTask task, Runnable work) {
    try {
      task.future(workers.submit(work));
    } catch (RejectedExecutionException e) {
      task.cancel();
    }
  }

  /** Runs it on the JavaFX thread after that delay. */
  public BackgroundTask after(Duration delay, Runnable action) {
    return run(
        () -> {
          pause.pause(delay);
          return delay;
        },
        ignored -> action.run(),
        ignored -> {});
  }

  /** Repeats the call until the task is canceled; it returns the pause before the next one. */
  public BackgroundTask repeat(Call<Duration> call) {
    BackgroundTask task = new BackgroundTask();
    submit(
        task,
        () -> {
          try {
            while (!task.isCanceled()) {
              pause.pause(call.call());
            }
          } catch (ApiException | InterruptedException e) {
            LOG.log(Level.DEBUG, "repeated call ended", e);
          } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "repeated call failed", e);
          }
        });
    return task;
  }

  public void runOnFxThread(Runnable change) {
    fxThread.execute(change);
  }

  private <T> void execute(
      BackgroundTask task, Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    Runnable outcome;
    try {
      T result = call.call();
      outcome = () -> done.accept(result);
    } catch (ApiException e) {
      outcome = () -> failed.accept(e.failure());
    } catch (InterruptedException e) {
      outcome = () -> failed.accept(new Failure.Stopped());
    } catch (RuntimeException | Error e) { // such as a class that an update has removed
      LOG.log(Level.ERROR, "background call failed", e);
      outcome = () -> failed.accept(new Failure.Unexpected(e.toString()));
    }
    Runnable finished = outcome;
    fxThread.execute(
        () -> {
          if (task.tryEnd()) {
            finished.run();
          }
        });
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
