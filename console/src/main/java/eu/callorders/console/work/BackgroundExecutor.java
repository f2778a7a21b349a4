package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Everything that takes time: a virtual thread each, the outcome handed over on the thread that
 * draws.
 */
public final class BackgroundExecutor implements AutoCloseable {
  private static final Logger LOG = System.getLogger(BackgroundExecutor.class.getName());

  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final Executor drawing;

  /**
   * @param drawing runs what changes properties: the toolkit's thread, or at once in tests
   */
  public BackgroundExecutor(Executor drawing) {
    this.drawing = drawing;
  }

  /** A call of the service. */
  @FunctionalInterface
  public interface Call<T> {
    T call() throws ApiException, InterruptedException;
  }

  /**
   * Runs a call; exactly one of the two hears of its end, unless it is cancelled: then nobody does.
   */
  public <T> BackgroundTask run(Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    BackgroundTask work = new BackgroundTask();
    work.future(workers.submit(() -> carryOut(work, call, done, failed)));
    return work;
  }

  /** Runs again and again until it is cancelled; the call itself says how long to rest. */
  public BackgroundTask repeat(Call<Duration> call) {
    BackgroundTask work = new BackgroundTask();
    work.future(
        workers.submit(
            () -> {
              try {
                while (!work.isCanceled()) {
                  Thread.sleep(call.call());
                }
              } catch (ApiException | InterruptedException e) {
                LOG.log(Level.DEBUG, "ended", e);
              } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a repeated call ended", e);
              }
            }));
    return work;
  }

  /** Runs that on the thread that draws. */
  public void draw(Runnable change) {
    drawing.execute(change);
  }

  private <T> void carryOut(
      BackgroundTask work, Call<T> call, Consumer<T> done, Consumer<Failure> failed) {
    Runnable outcome;
    try {
      T result = call.call();
      outcome = () -> done.accept(result);
    } catch (ApiException e) {
      outcome = () -> failed.accept(e.failure());
    } catch (InterruptedException e) {
      outcome = () -> failed.accept(new Failure.Stopped());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "unexpected", e);
      outcome = () -> failed.accept(new Failure.Unexpected(e.toString()));
    }
    Runnable told = outcome;
    drawing.execute(
        () -> {
          if (work.end()) {
            told.run();
          }
        });
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
