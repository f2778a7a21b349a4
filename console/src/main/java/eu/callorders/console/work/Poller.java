package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a read while it is started, also after a failure. Used on the JavaFX thread, where the
 * outcomes arrive.
 */
public final class Poller<T> {
  private final BackgroundExecutor background;
  private final Duration interval;
  private final Function<T, Duration> pause;
  private final BackgroundExecutor.Call<T> read;
  private final Consumer<T> done;
  private final Consumer<Failure> failed;
  private @Nullable BackgroundTask task;
  private int generation;

  public Poller(
      BackgroundExecutor background,
      Duration interval,
      BackgroundExecutor.Call<T> read,
      Consumer<T> done,
      Consumer<Failure> failed) {
    this(background, interval, ignored -> interval, read, done, failed);
  }

  /**
   * @param interval after a failure
   * @param pause after a result
   */
  public Poller(
      BackgroundExecutor background,
      Duration interval,
      Function<T, Duration> pause,
      BackgroundExecutor.Call<T> read,
      Consumer<T> done,
      Consumer<Failure> failed) {
    this.background = background;
    this.interval = interval;
    this.pause = pause;
    this.read = read;
    this.done = done;
    this.failed = failed;
  }

  /** Starts, unless it is started. */
  public void start() {
    if (task == null) {
      int started = generation;
      task = background.repeat(() -> poll(started));
    }
  }

  /** Stops; outcomes that are on their way are dropped. */
  public void stop() {
    if (task != null) {
      task.cancel();
      task = null;
      generation++;
    }
  }

  /** Reads once more, also while it is stopped. */
  public void readNow() {
    background.run(read, done, failed);
  }

  private Duration poll(int started) throws ApiException, InterruptedException {
    try {
      T result = read.call();
      runIfCurrent(started, () -> done.accept(result));
      return pause.apply(result);
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Stopped) {
        throw e;
      }
      runIfCurrent(started, () -> failed.accept(e.failure()));
      return interval;
    }
  }

  private void runIfCurrent(int started, Runnable outcome) {
    background.runOnFxThread(
        () -> {
          if (started == generation) {
            outcome.run();
          }
        });
  }
}
